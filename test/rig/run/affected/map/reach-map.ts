// The recorded map from source files to the tests that run or read them.

export type Names = ReadonlySet<string>;

export interface ReachMap {
  /** The commit of the last recording of all files; '' for a map without entries. */
  readonly commit: string;
  /** The tests that were recorded, and parts of the rig that the runner prepares for all tests that load them. */
  readonly tests: Names;
  /** By path, then by piece, the tests that reach it. A folder whose files were listed has a slash at its end. */
  readonly reach: ReadonlyMap<string, ReadonlyMap<string, Names>>;
}

/** In the place of a piece: the file was read as text, or the folder was listed. */
export const read = '(read)';
/** In the place of a piece: a script or the version was read out of package.json, and nothing about packages. */
export const manifest = '(manifest)';
/** In the place of a piece: the built page was read, and a browser may show it. */
export const page = '(page)';
/** In the place of a piece: the service drew a page. */
export const drawing = '(drawing)';
/** In the place of a test: the function runs while modules are loaded. */
export const loading = '(loading)';
