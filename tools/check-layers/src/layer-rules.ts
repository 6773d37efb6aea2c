/** The shapes of the tables in layer-table.ts. */

/** A package, and the workspace packages that its code may import. */
export interface PackageLayer {
  /** Path from the root; a last segment `*` stands for every folder there. */
  readonly folder: string;
  /** Package names, or `any`. */
  readonly imports: readonly string[] | 'any';
  /** Packages of which it may import types only. */
  readonly types?: readonly string[];
  /** Packages whose command it starts: it depends on them and imports nothing. */
  readonly runs?: readonly string[];
}

/** A place where something that is otherwise refused is allowed. */
export interface AllowedPlace {
  /** A file, or a folder with `/` at its end. */
  readonly path: string;
  /** Only for the tests there. */
  readonly testsOnly?: boolean;
  readonly reason: string;
}

/** Modules that only some places may import. A module covers its subpaths. */
export interface ImportAllowList {
  readonly modules: readonly string[];
  /** Only imports that reach one of these values are meant; importing the whole module reaches all of them, a type none. */
  readonly names?: readonly string[];
  readonly allowed: readonly AllowedPlace[];
  /** Every test may import them. */
  readonly tests?: boolean;
}

/** Everything that the layer check enforces. */
export interface LayerRules {
  readonly packages: readonly PackageLayer[];
  /** What the tests of every package may import besides. */
  readonly testImports: readonly string[];
  /** Imports against the table, each with its reason. */
  readonly exceptions: readonly { readonly file: string; readonly imports: string; readonly reason: string }[];
  /** Folders inside one package that are layers too, lowest first. */
  readonly folderLayers: { readonly folder: string; readonly order: readonly string[] };
  readonly allowLists: readonly ImportAllowList[];
  /** Modules that cost start-up time, refused as static imports in these folders (tests apart). */
  readonly dynamicOnly: {
    readonly modules: readonly string[];
    readonly folders: readonly string[];
    readonly except: readonly AllowedPlace[];
  };
  /** Modules of which only types may be imported, tests apart. */
  readonly typesOnly: readonly string[];
  /** Folders whose code runs before anything is installed: Node's own modules only, tests apart. */
  readonly standalone: readonly string[];
  readonly refusedNames: readonly string[];
  readonly maxLines: number;
}
