import { token, type Token } from './token.js';

/** What is kept with an artifact. */
export interface ArtifactInfo {
  readonly runId: string;
  readonly mediaType: string;
  readonly filename?: string;
}

/** One kept artifact. */
export interface StoredArtifact extends ArtifactInfo {
  readonly id: string;
  readonly data: string | Uint8Array;
}

/** Keeps spilled results and generated files. Ids are unguessable enough to be shown to a model of the same run only. */
export interface ArtifactStore {
  put(data: string | Uint8Array, info: ArtifactInfo): string | Promise<string>;
  get(id: string): StoredArtifact | undefined | Promise<StoredArtifact | undefined>;
}

/** Token of the {@link ArtifactStore} port. */
export const ArtifactStore: Token<ArtifactStore> = token('@tackroom/core/ArtifactStore');
