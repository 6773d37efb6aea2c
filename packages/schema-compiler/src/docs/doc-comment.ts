import type ts from 'typescript';
import { compiler } from '../typescript.js';

/** A doc comment, read. */
export interface DocComment {
  /** Text up to the first tag, line breaks kept; empty if there is none. */
  readonly text: string;
  readonly tags: readonly DocTag[];
}

/** One tag with the text after it. */
export interface DocTag {
  readonly name: string;
  readonly text: string;
}

/** The doc comment of a symbol, the inherited one if it has none of its own. */
export function symbolDoc(symbol: ts.Symbol, checker: ts.TypeChecker): DocComment {
  const text = plain(compiler.displayPartsToString(symbol.getDocumentationComment(checker)));
  const tags = symbol.getJsDocTags(checker).map(({ name, text: parts }) => tagOf(name, compiler.displayPartsToString(parts)));
  if (text !== '' || tags.length > 0) return { text, tags };
  return trailingDoc(symbol.valueDeclaration ?? symbol.declarations?.[0]) ?? { text, tags };
}

/** What `@param` tags of a function say, by parameter or `parameter.field`, without the dash that some write first. */
export function parameterTexts(node: ts.Node): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const tag of compiler.getJSDocTags(node)) {
    if (!compiler.isJSDocParameterTag(tag)) continue;
    const text = withoutDash(compiler.getTextOfJSDocComment(tag.comment) ?? '');
    if (text !== '') texts.set(entityText(tag.name), text);
    if (tag.typeExpression !== undefined) collectNested(tag.typeExpression, texts);
  }
  return texts;
}

/** `- text` is how other tools like it. */
export function withoutDash(text: string): string {
  return plain(text).replace(/^-\s*/, '');
}

/** Tags of `@param x` with `@param x.field` after it are kept inside the first one's type. */
function collectNested(expression: ts.JSDocTypeExpression | ts.JSDocTypeLiteral, texts: Map<string, string>): void {
  const literal = compiler.isJSDocTypeExpression(expression) ? expression.type : expression;
  if (!compiler.isJSDocTypeLiteral(literal)) return;
  for (const tag of literal.jsDocPropertyTags ?? []) {
    const text = withoutDash(compiler.getTextOfJSDocComment(tag.comment) ?? '');
    if (text !== '') texts.set(entityText(tag.name), text);
    if (tag.typeExpression !== undefined) collectNested(tag.typeExpression, texts);
  }
}

function entityText(name: ts.EntityName): string {
  return compiler.isIdentifier(name) ? name.text : `${entityText(name.left)}.${name.right.text}`;
}

/** typescript-json-schema has a prefix for tags that other tools do not know. */
function tagOf(name: string, text: string): DocTag {
  return { name: name.replace(/^TJS-/, ''), text: plain(text) };
}

function plain(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim();
}

/** In `{ /** doc *\/ a: string }` on one line the compiler takes the comment for one of the brace before it. */
function trailingDoc(node: ts.Node | undefined): DocComment | undefined {
  return node === undefined ? undefined : docAt(node.getSourceFile().text, node.pos);
}

/** The doc comment between the decorators of a parameter and its name, where the compiler looks for none. */
export function docAfterDecorators({ modifiers, parent }: ts.ParameterDeclaration): DocComment | undefined {
  const last = modifiers?.at(-1);
  return last === undefined ? undefined : docAt(parent.getSourceFile().text, last.end);
}

function docAt(source: string, at: number): DocComment | undefined {
  const ranges = [...(compiler.getTrailingCommentRanges(source, at) ?? []), ...(compiler.getLeadingCommentRanges(source, at) ?? [])];
  const range = ranges.findLast(({ pos }) => source.startsWith('/**', pos));
  if (range === undefined) return undefined;
  const file = compiler.createSourceFile(
    'doc.ts',
    `${source.slice(range.pos, range.end)}\nlet documented;`,
    compiler.ScriptTarget.Latest,
    true,
  );
  const [statement] = file.statements;
  if (statement === undefined) return undefined;
  const comment = compiler.getJSDocCommentsAndTags(statement).find(compiler.isJSDoc);
  const tags = compiler.getJSDocTags(statement).map((tag) => tagOf(tag.tagName.text, compiler.getTextOfJSDocComment(tag.comment) ?? ''));
  return { text: plain(compiler.getTextOfJSDocComment(comment?.comment) ?? ''), tags };
}
