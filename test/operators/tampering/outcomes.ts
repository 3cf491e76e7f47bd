// The outcome of a column after its rows are overwritten with one value after the other.
import type { Database } from '../../../src/io/db/database.ts';
import type { Ask } from '../../rig/tampering/ask.ts';
import { type Column, restoreRows } from '../../rig/tampering/row-copy.ts';
import type { World } from '../../rig/tampering/world.ts';
import { type Change, changesBetween, type Facts } from './facts.ts';
import { isWatched, probesOf } from './listed.ts';
import { foreignRows, observe, type Probe } from './observe.ts';
import { type Row, type Rows, tamper, valuesFor, type Whose } from './tamperings.ts';

/** From the best to the worst. */
const kinds = [
  ...(['no row', 'refused by the database', 'harmless', 'refused and reported', 'denied', 'stolen'] as const),
];
export type Kind = (typeof kinds)[number];

export interface Outcome {
  /** `table.column`. */
  readonly place: string;
  readonly kind: Kind;
  /** The writes of the worst value, the resulting changes, and the report. */
  readonly says: readonly string[];
}

export interface Ground {
  readonly db: Database;
  readonly ask: Ask;
  readonly world: World;
  /** Facts without any changed row, by the names of the probes. */
  readonly usual: Map<string, Facts>;
}

/** Returns the present facts of these probes. All rows are restored. */
export async function look({ db, ask, world }: Ground, wanted: ReadonlySet<Probe>): Promise<Facts> {
  const facts = await observe(world, ask, wanted);
  await restoreRows(db);
  return facts;
}

async function usualFacts(ground: Ground, wanted: ReadonlySet<Probe>): Promise<Facts> {
  const name = [...wanted].join();
  const facts = ground.usual.get(name) ?? (await look(ground, wanted));
  ground.usual.set(name, facts);
  return facts;
}

interface Chosen {
  readonly row: Row;
  readonly whose: Whose;
  readonly values: readonly (string | null)[];
}

/** How many of the newest rows of each merchant are tried; `common`: of a table without rows of a merchant. */
const most = { shop: 40, thief: 2, common: 64 };
/** A row with an invalid MAC is refused with every value, so further values show nothing new. */
const enoughReports = 2;

/**
 * Overwrites all rows of a round at once, each with a different value. Each row has separate facts, so that no row
 * hides the effect of another. `words`: the values that check constraints allow in the column.
 */
export async function outcomeOf(
  ground: Ground,
  column: Column,
  rows: Rows,
  words: readonly string[],
): Promise<Outcome> {
  const chosen = rowsToWrite(column, rows, words, ground.world);
  const rounds = Math.max(-1, ...chosen.map(({ values }) => values.length));
  const place = `${column.table}.${column.name}`;
  let worst: Outcome = { place, kind: chosen.length === 0 ? 'no row' : 'refused by the database', says: [] };
  let reports = 0;
  for (let round = 0; round < rounds && reports < enoughReports; round += 1) {
    const outcome = await outcomeOfRound(ground, column, chosen, round);
    if (outcome === null) continue;
    if (outcome.kind === 'refused and reported') reports += 1;
    if (kinds.indexOf(outcome.kind) > kinds.indexOf(worst.kind)) worst = { place, ...outcome };
  }
  return worst;
}

function rowsToWrite(column: Column, rows: Rows, words: readonly string[], world: World): Chosen[] {
  // The newest rows are written first. They have more effects, and only one row gets each value of a unique column.
  const owned = (['shop', 'thief'] as const).flatMap((whose) => newest(rows, whose).toReversed());
  const written = owned.length > 0 ? owned : newest(rows, 'common');
  return written.map(({ row, whose }) => {
    const values = valuesFor(column, row, { whose, others: rows, words, world });
    return { row, whose, values };
  });
}

function newest(rows: Rows, whose: Whose): { readonly row: Row; readonly whose: Whose }[] {
  return rows[whose].slice(-most[whose]).map((row) => ({ row, whose }));
}

/** Returns null if the database refused all writes. */
async function outcomeOfRound(
  ground: Ground,
  column: Column,
  chosen: readonly Chosen[],
  round: number,
): Promise<Omit<Outcome, 'place'> | null> {
  const { db, ask, world } = ground;
  const wanted = probesOf(column.table);
  const usual = await usualFacts(ground, wanted);
  const written: string[] = [];
  for (const { row, whose, values } of chosen) {
    const value = values[round];
    if (value !== undefined && (await tamper(db, { column, row, value })) === null)
      written.push(`${whose}: ${short(row.values[column.name])} became ${short(value)}`);
  }
  if (written.length === 0) return null;
  const place = isWatched(column.table) ? { ...world, known: null } : world;
  const changes = changesBetween(usual, await observe(place, ask, wanted));
  const reports = changes.length === 0 ? [] : await foreignRows(world);
  await restoreRows(db);
  const says = [...written.slice(0, 3), ...changes.slice(0, 3).map((change) => change.says.slice(0, 300))];
  return { kind: kindOf(changes, reports), says: [...says, ...reports.slice(0, 1)] };
}

function kindOf(changes: readonly Change[], reports: readonly string[]): Kind {
  if (changes.length === 0) return 'harmless';
  if (changes.some(({ kind }) => kind === 'stolen')) return 'stolen';
  return reports.length > 0 ? 'refused and reported' : 'denied';
}

function short(value: string | null | undefined): string {
  return (value ?? 'null').slice(0, 80);
}
