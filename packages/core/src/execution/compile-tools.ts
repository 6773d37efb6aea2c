import type { JsonObject } from '../contracts/json.js';
import { PARALLEL_LANE, SERIAL_LANE, type Lane } from '../contracts/scheduler.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { effectiveDedupe, effectiveRetry, effectiveTimeoutMs, type EffectivePolicy } from '../registry/tool-policy.js';
import type { ToolSnapshot } from '../registry/tool-snapshot.js';
import { coerceLossless } from '../schema/coerce-lossless.js';
import { compileValidator } from '../schema/validator.js';
import type { CheckPermission } from './call-ctx.js';
import type { CallKernel } from './call-kernel.js';
import { permissionChecker } from './check-permission.js';
import { factCollector } from './collect-facts.js';
import type { CompiledTool } from './compiled-tool.js';
import { laneSegments } from './lane-key.js';
import { hasPlace, movesPlace } from './place-call.js';

/** The tools of a run, each made ready for calls when it is first called. Shared by all runs of one snapshot and policy. */
export class CompiledTools {
  /** How `ctx.permissions.check` of these tools decides. */
  readonly checkPermission: CheckPermission;
  private readonly compiled = new Map<string, CompiledTool>();

  constructor(
    readonly snapshot: ToolSnapshot,
    readonly policy: EffectivePolicy,
    readonly kernel: CallKernel,
  ) {
    this.checkPermission = permissionChecker(this);
  }

  /** Whether a call of this name changes the working directory: what comes after it in a turn is prepared once it has ended. */
  moves(name: string): boolean {
    const named = this.snapshot.get(name) ?? this.snapshot.get(this.resolved(name));
    return named !== undefined && movesPlace(named);
  }

  private resolved(name: string): string {
    const named = this.snapshot.names.resolve(name);
    return named.kind === 'unknown' ? name : named.name;
  }

  /** Whether a rule that denies or asks looks at this argument of the tool. */
  rulesLookAt(toolName: string, parameter: string): boolean {
    const tool = this.find(toolName);
    return tool !== undefined && (this.kernel.permissions.looksAt?.(tool.definition, parameter) ?? true);
  }

  /** The tool of exactly this name. */
  find(name: string): CompiledTool | undefined {
    const ready = this.compiled.get(name);
    if (ready !== undefined) return ready;
    const definition = this.snapshot.get(name);
    if (definition === undefined) return undefined;
    const tool = compileTool(definition, this.policy);
    this.compiled.set(name, tool);
    return tool;
  }
}

/** Makes the tools of a snapshot callable under a policy. Cheap: nothing is compiled before its first call. */
export function compileTools(snapshot: ToolSnapshot, policy: EffectivePolicy, kernel: CallKernel): CompiledTools {
  return new CompiledTools(snapshot, policy, kernel);
}

function compileTool(definition: ToolDefinition, policy: EffectivePolicy): CompiledTool {
  const repeatable = definition.replayPolicy !== 'manual';
  const retry = effectiveRetry(definition, policy);
  return {
    definition,
    timeoutMs: effectiveTimeoutMs(definition, policy),
    retry: repeatable && retry.attempts > 1 ? retry : undefined,
    // The same way from the same directory is not the same call twice: others may have moved the session meanwhile.
    dedupe: effectiveDedupe(definition, policy) && !movesPlace(definition),
    validate: argumentCheck(definition),
    validateOutput: outputCheck(definition),
    collectFacts: factCollector(definition),
    placed: hasPlace(definition),
    laneOf: laneChooser(definition),
  };
}

function argumentCheck(definition: ToolDefinition): CompiledTool['validate'] {
  const validator = compileValidator(definition.inputSchema, { owner: definition.name });
  const hidden = Object.entries(definition.hidden);
  if (hidden.length === 0 && definition.losslessParameters.length === 0) return (args) => validator.check(args);
  return (args) => {
    if (definition.losslessParameters.length > 0) coerceLossless(args, definition.inputSchema, definition.losslessParameters);
    for (const [name] of hidden) if (Object.hasOwn(args, name)) return `${name}: is not a parameter of this tool`;
    const problem = validator.check(args);
    if (problem === undefined) for (const [name, value] of hidden) args[name] = value;
    return problem;
  };
}

function outputCheck(definition: ToolDefinition): CompiledTool['validateOutput'] {
  if (definition.outputSchema === undefined) return undefined;
  // A result must stay what the handler gave, and what its contract requires must be in it.
  const validator = compileValidator(definition.outputSchema, { subject: 'result', owner: definition.name, fillsDefaults: false });
  return (output) => validator.check(output);
}

function laneChooser(definition: ToolDefinition): CompiledTool['laneOf'] {
  const { concurrency } = definition;
  if (concurrency === 'parallel') return parallelLane;
  if (concurrency === 'serial') return serialLane;
  return (args: JsonObject, facts): Lane => ({ kind: 'key', key: laneSegments(concurrency.key(args, facts)), mode: concurrency.mode });
}

function parallelLane(): Lane {
  return PARALLEL_LANE;
}

function serialLane(): Lane {
  return SERIAL_LANE;
}
