import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ArtifactInfo, ArtifactStore, StoredArtifact } from '@tackroom/core';
import { artifactStoreContract, FakeClock, parseScript, ScriptedModel } from '@tackroom/testing';

// #region clock
test('a slow model answers in its own time', async () => {
  const clock = new FakeClock();
  const model = new ScriptedModel([{ text: 'Hello.', delayMs: 30_000 }], { clock });
  const reply = model.doGenerate({ prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] });
  await clock.advance(30_000);
  expect((await reply).content).toEqual([{ type: 'text', text: 'Hello.' }]);
  expect(model.requests[0]?.messages).toHaveLength(1);
  model.assertConsumed();
});
// #endregion clock

// #region contract
class Shelf implements ArtifactStore {
  private readonly kept = new Map<string, StoredArtifact>();

  put(data: string | Uint8Array, info: ArtifactInfo): string {
    const id = randomUUID();
    this.kept.set(id, { ...info, id, data });
    return id;
  }

  get(id: string): StoredArtifact | undefined {
    return this.kept.get(id);
  }
}

artifactStoreContract('Shelf', () => new Shelf(), { test, expect });
// #endregion contract

test('the script that the page shows can be used', () => {
  const page = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const script = /```json\n(?<script>.*?)```/s.exec(page)?.groups?.['script'];
  expect(parseScript(script).turns).toHaveLength(5);
});
