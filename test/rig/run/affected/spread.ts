// Propagates changes through the sources, from changed data to the functions that use it.
import type { Recorded } from './recorded.ts';
import type { Binding } from './source/bindings.ts';
import type { ChangedPieces } from './source/changed-pieces.ts';
import { type Piece, statements } from './source/pieces.ts';
import { isTest, type Project } from './source/project.ts';

/**
 * The kind of a name's change. `value`: all code that mentions it may behave differently. `loading`: the function runs
 * while modules are loaded, so data made with it may differ. `unknown`: the name has no record, so the functions that
 * mention it count instead.
 */
type Manner = 'value' | 'loading' | 'unknown';

/** By path, the pieces that may behave differently, each with the changed file that causes it. */
export type Spread = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** In place of a piece: all of a test file. */
export const whole = '(whole)';

export async function spread(
  changed: ReadonlyMap<string, ChangedPieces>,
  project: Project,
  recorded: Recorded,
): Promise<Spread> {
  const walk = new Walk(project, recorded);
  for (const [path, pieces] of changed) await walk.begin(path, pieces);
  await walk.end();
  return walk.reached;
}

interface Step {
  readonly path: string;
  /** The name inside the file. */
  readonly name: string;
  readonly manner: Manner;
  /** The changed file that causes it. */
  readonly cause: string;
}

class Walk {
  readonly reached = new Map<string, Map<string, string>>();
  readonly #project: Project;
  readonly #recorded: Recorded;
  readonly #steps: Step[] = [];
  readonly #known = new Set<string>();

  constructor(project: Project, recorded: Recorded) {
    this.#project = project;
    this.#recorded = recorded;
  }

  async begin(path: string, { functions, names, exports }: ChangedPieces): Promise<void> {
    for (const piece of functions) {
      this.#reach(path, piece, path);
      if (this.#recorded.runsOnLoading(path, piece)) await this.#goToHolder(path, piece, path);
      else if (!this.#recorded.isKnown(path, piece))
        this.#go({ path, name: topOf(piece), manner: 'unknown', cause: path });
    }
    for (const name of names) {
      this.#reach(path, name, path);
      this.#go({ path, name, manner: 'value', cause: path });
    }
    for (const name of exports) await this.#goToImporters({ path, name, manner: 'value', cause: path });
  }

  async end(): Promise<void> {
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      const source = await this.#project.sourceOf(step.path);
      for (const piece of source?.pieces.values() ?? [])
        if (piece.name !== step.name && piece.mentions.has(step.name)) await this.#pass(piece, step);
      for (const [name, local] of source?.exports ?? [])
        if (local === step.name) await this.#goToImporters({ ...step, name });
      if (step.name === statements) await this.#goToImporters(step);
    }
  }

  async #pass(piece: Piece, { path, manner, cause }: Step): Promise<void> {
    const runsOnLoading = this.#recorded.runsOnLoading(path, piece.name);
    if (manner === 'loading' && piece.isFunction && !runsOnLoading) return;
    this.#reach(path, isTest(path) ? whole : piece.name, cause);
    if (!piece.isFunction) this.#go({ path, name: piece.name, manner: 'value', cause });
    else if (runsOnLoading) await this.#goToHolder(path, piece.name, cause);
    else if (manner === 'unknown' && !this.#recorded.isKnown(path, piece.name))
      this.#go({ path, name: topOf(piece.name), manner, cause });
  }

  #reach(path: string, piece: string, cause: string): void {
    const pieces = this.reached.get(path) ?? new Map<string, string>();
    if (!pieces.has(piece)) this.reached.set(path, pieces.set(piece, cause));
  }

  #go(step: Step): void {
    const key = [step.path, step.name, step.manner].join('\0');
    if (!this.#known.has(key)) this.#steps.push(step);
    this.#known.add(key);
  }

  /** Data that contains a function may have been created by it. */
  async #goToHolder(path: string, piece: string, cause: string): Promise<void> {
    const name = topOf(piece);
    const holder = (await this.#project.sourceOf(path))?.pieces.get(name);
    this.#go({ path, name, manner: holder?.isFunction === false ? 'value' : 'loading', cause });
  }

  async #goToImporters(step: Step): Promise<void> {
    for (const path of this.#project.importersOf(step.path)) {
      const source = await this.#project.sourceOf(path);
      for (const [local, bound] of source?.imports ?? [])
        if (isOf(bound, step)) this.#go({ ...step, path, name: local });
      for (const [name, bound] of source?.exports ?? [])
        if (typeof bound === 'object' && isOf(bound, step)) await this.#goToImporters({ ...step, path, name });
      this.#go({ ...step, path, name: `import(${step.path})` });
    }
  }
}

function topOf(piece: string): string {
  return piece.split('.')[0] as string;
}

function isOf(bound: Binding, { path, name }: Step): boolean {
  return bound.path === path && (bound.name === name || bound.name === '*');
}
