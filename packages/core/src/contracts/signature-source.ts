import type { SchemaManifest } from './schema-manifest.js';

/** A manifest with what is known of the files that it was made from. */
export interface ManifestSource {
  readonly manifest: SchemaManifest;
  /** What to call it in messages: its path, or where it was given. */
  readonly name: string;
  /** Whether a source file (as the manifest names it) is there and differs from the one that was compiled. */
  isChanged?(path: string): boolean;
}
