// The recorded map from source files to the tests that run or read them.

export type Names = ReadonlySet<string>;

export interface ReachMap {
  /** The commit of the last recording of all files; '' for a map without entries. */
  readonly commit: string;
  /** The recorded tests, and parts of the rig that the runner prepares for all tests that load them. */
  readonly tests: Names;
  /** By path and piece, the tests that reach it. A folder that was listed has a trailing slash. */
  readonly reach: ReadonlyMap<string, ReadonlyMap<string, Names>>;
}

/** In place of a piece: the file was read as text, or the folder was listed. */
export const read = '(read)';
/** In place of a piece: only a script or the version was read from package.json, no dependency. */
export const manifest = '(manifest)';
/** In place of a piece: the built page was read, and a browser may show it. */
export const page = '(page)';
/** In place of a piece: the service rendered a page. */
export const drawing = '(drawing)';
/** In place of a test: the function runs while modules are loaded. */
export const loading = '(loading)';
