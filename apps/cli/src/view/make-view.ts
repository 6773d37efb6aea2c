import { isTerminal, type CommandIo } from '../io.js';
import { JsonView } from './json-view.js';
import { LiveView } from './live-view.js';
import { PlainView } from './plain-view.js';
import type { RunView, ViewOptions } from './run-view.js';

/** The view for an output: JSON lines where asked for, one that moves where the terminal can, plain lines anywhere else. */
export function makeView(io: CommandIo, { json, ...options }: ViewOptions): RunView {
  if (json) return new JsonView(io);
  const canRedraw = io.stdout.isTTY === true && io.env['TERM'] !== 'dumb';
  return canRedraw ? new LiveView(io, options) : new PlainView(io, { ...options, asks: isTerminal(io) });
}
