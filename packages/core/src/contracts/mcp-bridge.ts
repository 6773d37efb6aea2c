import type { JsonObject } from './json.js';
import { token, type Token } from './token.js';
import type { ToolDefinition } from './tool-definition.js';

/** A server as `HarnessModule.create({ mcp })` names it: a command to start, or a URL. */
export interface McpServerOptions {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly [option: string]: unknown;
}

/** Brings the tools of MCP servers in as definitions, named `server__tool`. */
export interface McpBridge {
  /** Problems are thrown as one `HarnessError`; a server that cannot be reached now is connected on first use. */
  connect(servers: Readonly<Record<string, McpServerOptions>>): Promise<readonly ToolDefinition[]>;
  status(): Readonly<Record<string, JsonObject>>;
  close(): Promise<void>;
}

/** Token of the {@link McpBridge} port. */
export const McpBridge: Token<McpBridge> = token('@tackroom/core/McpBridge');
