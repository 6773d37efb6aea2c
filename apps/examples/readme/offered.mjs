import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { HarnessModule, Tool } from 'tackroom';

// The README shows what a model is told of one of the tools. The program does not export its class; one of the same name and
// parameters takes the same entry of the manifest.
class CustomerTools {
  deleteRecords(customer, kinds = []) {
    return `${kinds} of ${customer}`;
  }
}
Tool()(CustomerTools.prototype, 'deleteRecords', Object.getOwnPropertyDescriptor(CustomerTools.prototype, 'deleteRecords'));

const harness = await HarnessModule.create({ tools: [CustomerTools] });
const [{ name, description, inputSchema }] = harness.tools.list();
assert.deepEqual({ name, description, inputSchema }, JSON.parse(await readFile(new URL('delete-records.json', import.meta.url), 'utf8')));
await harness.close();
