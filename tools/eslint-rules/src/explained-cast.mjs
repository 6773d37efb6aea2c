// @ts-check
/**
 * A cast that switches the type checker off (`as any`, `as never`, or a second cast over `as unknown`) says why in a comment on
 * one of its own lines.
 *
 * @type {import('eslint').Rule.RuleModule}
 */
export const explainedCast = {
  meta: {
    type: 'problem',
    schema: [{ type: 'object', properties: { allowNever: { type: 'boolean' } }, additionalProperties: false }],
    messages: { unexplained: 'Say why this cast is right in a comment on the same line.' },
  },
  create(context) {
    const blindTypes = context.options[0]?.allowNever ? ['TSAnyKeyword'] : ['TSAnyKeyword', 'TSNeverKeyword'];
    const explained = new Set(
      context.sourceCode
        .getAllComments()
        .flatMap((comment) => (comment.loc && /\w{3}/.test(comment.value) ? [comment.loc.start.line] : [])),
    );
    return {
      /** @param {any} node TypeScript's nodes are not in eslint's types. */
      TSAsExpression(node) {
        const blind = blindTypes.includes(node.typeAnnotation.type) || isCastToUnknown(node.expression);
        const { start, end } = node.loc;
        for (let line = start.line; blind && line <= end.line; line += 1) if (explained.has(line)) return;
        if (blind) context.report({ node, messageId: 'unexplained' });
      },
    };
  },
};

/** @param {any} node */
function isCastToUnknown(node) {
  return node.type === 'TSAsExpression' && node.typeAnnotation.type === 'TSUnknownKeyword';
}
