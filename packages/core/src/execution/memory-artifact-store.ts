import type { ArtifactInfo, ArtifactStore, StoredArtifact } from '../contracts/artifacts.js';
import type { Ids } from '../contracts/clock.js';
import { RandomIds } from './random-ids.js';

/** Bounds of an {@link InMemoryArtifactStore}. */
export interface InMemoryArtifactStoreOptions {
  /** Total size kept, in bytes (text counts two bytes a code unit); the oldest artifacts go first. Default 64 MiB. */
  readonly maxBytes?: number;
  readonly ids?: Ids;
}

/** Keeps artifacts in memory, bounded: past the bound the oldest are forgotten. The default store. */
export class InMemoryArtifactStore implements ArtifactStore {
  private readonly kept = new Map<string, StoredArtifact>();
  private readonly maxBytes: number;
  private readonly ids: Ids;
  private bytes = 0;

  constructor(options: InMemoryArtifactStoreOptions = {}) {
    this.maxBytes = options.maxBytes ?? 64 * 1024 * 1024;
    this.ids = options.ids ?? new RandomIds();
  }

  put(data: string | Uint8Array, info: ArtifactInfo): string {
    const id = this.ids.next('artifact');
    this.kept.set(id, { ...info, id, data });
    this.bytes += sizeOf(data);
    for (const [oldest, artifact] of this.kept) {
      if (this.bytes <= this.maxBytes || oldest === id) break;
      this.kept.delete(oldest);
      this.bytes -= sizeOf(artifact.data);
    }
    return id;
  }

  get(id: string): StoredArtifact | undefined {
    return this.kept.get(id);
  }
}

function sizeOf(data: string | Uint8Array): number {
  return typeof data === 'string' ? data.length * 2 : data.byteLength;
}
