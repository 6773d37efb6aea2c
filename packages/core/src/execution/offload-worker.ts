/** What a worker is sent: the function to run and its arguments. */
export interface OffloadTask {
  readonly module: string;
  readonly exportName: string;
  readonly args: unknown;
}

/** Runs in a worker thread: imports the module and calls the exported function with the arguments. */
export async function runTask(task: OffloadTask): Promise<unknown> {
  const loaded = (await import(task.module)) as Record<string, unknown>;
  const exported = loaded[task.exportName];
  if (typeof exported !== 'function') throw new Error(`${task.module} does not export a function named ${task.exportName}`);
  return (exported as (args: unknown, ctx: { readonly deps: undefined; readonly signal: AbortSignal }) => unknown)(task.args, {
    deps: undefined,
    // Nothing aborts it: a call that must stop has its worker ended.
    signal: new AbortController().signal,
  });
}

// eslint-disable-next-line no-restricted-syntax -- the pool calls the default export of a worker file
export default runTask;
