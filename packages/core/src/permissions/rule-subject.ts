import type { ToolDefinition } from '../contracts/tool-definition.js';
import { compileGlob } from '../registry/glob.js';
import type { Reading } from './match/matcher.js';
import type { RuleSubject } from './rule.js';
import { doesWork } from './tool-work.js';
import { isToolOf } from './toolkit-member.js';

/** Whether a rule is about a tool; compiled once per rule. The pattern of a glob has been checked. */
export type SubjectTest = (tool: ToolDefinition) => boolean;

/** Compiles whom a rule is about, read generously where the rule restricts and narrowly where it permits. */
export function compileSubject(subject: RuleSubject, reading: Reading): SubjectTest {
  switch (subject.kind) {
    case 'name':
      return (tool) => tool.name === subject.name;
    case 'glob': {
      const matches = compileGlob(subject.pattern);
      return (tool) => matches(tool.name);
    }
    case 'definition':
      return (tool) => isSameTool(tool, subject.definition, reading);
    case 'member':
      return (tool) => isToolOf(tool, subject.toolkit, subject.member);
    case 'work':
      return doesWork(subject.work, reading);
    case 'mcp':
      return (tool) => isServed(tool, subject.server, subject.tool);
    case 'category':
      return (tool) => tool.category === subject.category;
    case 'risk':
      return (tool) => tool.riskLevel === subject.level;
  }
}

/**
 * Whether `tool` is `reference` or a copy of it, perhaps renamed at registration. A handler may serve several tools that
 * differ in what they hide or accept, so to permit, a renamed copy must agree in both.
 */
function isSameTool(tool: ToolDefinition, reference: ToolDefinition, reading: Reading): boolean {
  if (tool === reference) return true;
  const sameHandler = tool.handler === reference.handler;
  if (reading === 'restrict') return sameHandler || tool.name === reference.name;
  const sameShape = tool.inputSchema === reference.inputSchema && tool.hidden === reference.hidden;
  return sameHandler && (tool.name === reference.name || sameShape);
}

/** By its name at the server, whatever it is called here; a tool that says nothing of a server is known by its prefix. */
function isServed({ origin, name }: ToolDefinition, server: string, tool: string | undefined): boolean {
  if (origin.kind === 'mcp') return origin.server === server && (tool === undefined || origin.tool === tool);
  return tool === undefined ? name.startsWith(`${server}__`) : name === `${server}__${tool}`;
}
