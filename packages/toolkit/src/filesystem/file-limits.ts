/** Bounds of the file tools. They are options of the bundle; a model does not see them. */
export interface FileLimits {
  /** One page of `read_file`, in bytes of UTF-8, line numbers included; 50 000 unless given: much more is a context window of its own. */
  readonly maxReadBytes: number;
  /** What one call may write, and the size up to which a file can be edited, in bytes; 10 000 000 unless given. */
  readonly maxWriteBytes: number;
  /** Entries that `list_directory` shows; 1 000 unless given. */
  readonly maxDirectoryEntries: number;
  /** Paths that `glob` shows; 1 000 unless given. */
  readonly maxFiles: number;
  /** Lines that `grep` shows; 200 unless given. Given, it takes `max_matches` from the model. */
  readonly maxMatches: number;
}

/** The bounds unless a bundle says others. */
export const DEFAULT_FILE_LIMITS: FileLimits = Object.freeze({
  maxReadBytes: 50_000,
  maxWriteBytes: 10_000_000,
  maxDirectoryEntries: 1_000,
  maxFiles: 1_000,
  maxMatches: 200,
});
