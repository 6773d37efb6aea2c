/** Something that stands in a sandbox of mounts, in the order in which it is put there. Paths are absolute. */
export type Mount = BoundPath | EmptyDirectory | PlacedLink;

/** A file or directory of the host. What is mounted below it comes along. */
export interface BoundPath {
  readonly kind: 'read' | 'write';
  readonly source: string;
  /** Where it stands inside. */
  readonly at: string;
  /** It is of the system: no command may change a name in it. */
  readonly isSystem?: true;
  /**
   * A directory above `source` in which commands may write: from there on the way to it is pinned, name by name and through no link,
   * because a command that runs at the same time could swap what a name means.
   */
  readonly below?: string;
}

/** An empty directory that nobody may list; what is written there is gone with the command. */
export interface EmptyDirectory {
  readonly kind: 'empty';
  readonly at: string;
}

/** A symbolic link, where the host has one. */
export interface PlacedLink {
  readonly kind: 'link';
  readonly target: string;
  readonly at: string;
}

/** Puts something empty in the place of a file or directory. */
export function maskOf(path: string, isDirectory: boolean): Mount {
  return isDirectory ? { kind: 'empty', at: path } : { kind: 'read', source: '/dev/null', at: path };
}
