import { readFileSync, writeFileSync } from 'node:fs';
import { HarnessError, type Problem, type ToolResultError } from 'tackroom';

/** The text of an error as a program prints it, held against the file that the page shows. */
export function expectText(name: string, error: (ToolResultError & { readonly problems?: readonly Problem[] }) | undefined): void {
  const file = new URL(`fixtures/guide-errors/${name}.txt`, import.meta.url);
  const ownCode = (error?.problems ?? []).length > 0 ? '' : ` [${error?.code}]`; // each problem carries its own
  const printed = `${error?.message}${ownCode}\n`;
  if (process.env['GUIDE_ERRORS'] === 'write') writeFileSync(file, printed);
  expect(printed).toBe(readFileSync(file, 'utf8'));
}

/** What `work` fails with. */
export async function errorOf(work: () => unknown): Promise<HarnessError> {
  try {
    await work();
  } catch (error) {
    if (HarnessError.is(error)) return error;
    throw error;
  }
  throw new Error('It did not fail.');
}
