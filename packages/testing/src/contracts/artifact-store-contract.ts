import type { ArtifactStore } from '@tackroom/core';
import { declareSuite } from './test-api.js';
import type { Expect, Suite, TestApi } from './test-api.js';

/** Shortest id that carries 64 random bits in base64. */
const SAFE_ID_LENGTH = 11;

/** Declares the tests of an {@link ArtifactStore}; `make` gives a fresh one for each. */
export function artifactStoreContract(name: string, make: () => ArtifactStore | Promise<ArtifactStore>, api: TestApi): void {
  declareSuite(name, api, ARTIFACT_STORE_SUITE, { make, expect: api.expect });
}

const ARTIFACT_STORE_SUITE: Suite<{ readonly make: () => ArtifactStore | Promise<ArtifactStore>; readonly expect: Expect }> = {
  'text and bytes come back whole, with what was said of them': async ({ make, expect }) => {
    const store = await make();
    const text = { runId: 'run_1', mediaType: 'text/plain' };
    const image = { runId: 'run_2', mediaType: 'image/png', filename: 'naïve 😀.png' };
    const words = `line\r\n\u0000 ${'😀'.repeat(50_000)}`;
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256);
    const [textId, imageId, emptyId] = [await store.put(words, text), await store.put(bytes, image), await store.put('', text)];
    expect(await store.get(textId)).toEqual({ ...text, id: textId, data: words });
    expect(await store.get(emptyId)).toEqual({ ...text, id: emptyId, data: '' });
    const kept = await store.get(imageId);
    expect({ ...kept, data: [...((kept?.data ?? []) as Uint8Array)] }).toEqual({ ...image, id: imageId, data: [...bytes] });
  },

  'every artifact has an id of its own that no other id gives away': async ({ make, expect }) => {
    const store = await make();
    const ids = await Promise.all(Array.from({ length: 100 }, async () => store.put('same', { runId: 'run_1', mediaType: 'text/plain' })));
    expect(ids.filter((id) => id.length < SAFE_ID_LENGTH)).toEqual([]);
    // A counter would show: ids would differ in their last characters only.
    expect(new Set(ids.map((id) => id.slice(0, -4))).size).toEqual(ids.length);
  },

  'nothing is found under an id that was never given': async ({ make, expect }) => {
    const store = await make();
    const id = await store.put('secret', { runId: 'run_1', mediaType: 'text/plain' });
    const other = id.slice(0, -1) + (id.endsWith('A') ? 'B' : 'A');
    for (const unknown of [other, '', 'constructor', '__proto__', `../${id}`, `${id}/../${id}`]) {
      expect({ unknown, found: await store.get(unknown) }).toEqual({ unknown, found: undefined });
    }
  },
};
