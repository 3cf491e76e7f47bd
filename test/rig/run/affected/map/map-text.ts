// The text format of the map: a line for each source, with codes for the sets of tests.
import { loading, type Names, type ReachMap } from './reach-map.ts';
import { type NamedSets, type Numbers, numbersOf, setCode, spansOf } from './set-codes.ts';

interface Written {
  readonly commit: string;
  /** '' in place of a deleted test. */
  readonly tests: readonly string[];
  /** Sets that occur in several sources, coded as positions in `tests`. */
  readonly sets: Readonly<Record<string, string>>;
  /** By folder and file, groups of pieces with the same set, each with its code. */
  readonly reach: Readonly<Record<string, Readonly<Record<string, Groups>>>>;
}

type Groups = Readonly<Record<string, string>>;

/** Throws if the text is no map. */
export function parseReachMap(text: string): ReachMap {
  const { commit, tests, sets, reach } = JSON.parse(text) as Written;
  const named: (name: string) => Numbers = remembered((name) => numbersOf(sets[name] as string, named));
  const namesOf = remembered((code): Names => new Set(numbersOf(code, named).map((place) => tests[place] as string)));
  const files = Object.entries(reach).flatMap(([folder, inFolder]) =>
    Object.entries(inFolder).map(([name, groups]): [string, Map<string, Names>] => [
      folder + name,
      new Map(
        Object.entries(groups).flatMap(([pieces, code]) =>
          pieces.split(' ').map((piece): [string, Names] => [piece, namesOf(code)]),
        ),
      ),
    ]),
  );
  return { commit, tests: new Set(tests.filter((name) => name !== '' && name !== loading)), reach: new Map(files) };
}

/**
 * Tests and sets keep their positions and names from `earlier`, so that a new test changes few lines. A nested function
 * with the same tests as its outer one is omitted.
 */
export function formatReachMap(map: ReachMap, earlier: string | null = null): string {
  const was = earlier === null ? null : (JSON.parse(earlier) as Written);
  const tests = placedTests(map, was?.tests ?? []);
  const files = placedFiles(map, tests);
  const { names, named } = namedSets(files, was);
  const codes = new Map(names);
  const codeOf = ({ numbers, spans }: PlacedPiece) => {
    const code = codes.get(spans) ?? setCode(numbers, named);
    codes.set(spans, code);
    return code;
  };
  const line = (key: string, value: unknown) => `${JSON.stringify(key)}:${JSON.stringify(value)}`;
  const folders = [...Map.groupBy(files, ({ folder }) => folder)].map(([folder, inFolder]) => {
    const lines = inFolder.map(({ name, pieces }) => {
      const groups = [...Map.groupBy(pieces, codeOf)];
      return line(
        name,
        Object.fromEntries(groups.map(([code, group]) => [group.map((one) => one.piece).join(' '), code])),
      );
    });
    return `${JSON.stringify(folder)}:{\n${lines.join(',\n')}}`;
  });
  const sets = codesOf(named).map(([name, code]) => line(name, code));
  return [
    `{"commit":${JSON.stringify(map.commit)}`,
    `"tests":[\n${tests.map((name) => JSON.stringify(name)).join(',\n')}]`,
    `"sets":{\n${sets.join(',\n')}}`,
    `"reach":{\n${folders.join(',\n')}}}\n`,
  ].join(',\n');
}

function remembered<T>(answer: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const value = known.get(text) ?? answer(text);
    known.set(text, value);
    return value;
  };
}

interface PlacedFile {
  readonly folder: string;
  readonly name: string;
  readonly pieces: readonly PlacedPiece[];
}

interface PlacedPiece {
  readonly piece: string;
  readonly numbers: Numbers;
  readonly spans: string;
}

function placedTests({ tests }: ReachMap, earlier: readonly string[]): string[] {
  const known = new Set([loading, ...tests]);
  const kept = earlier.map((name) => (known.has(name) ? name : ''));
  return [...kept, ...[...known].filter((name) => !kept.includes(name)).sort()];
}

function placedFiles({ reach }: ReachMap, tests: readonly string[]): PlacedFile[] {
  const places = new Map(tests.map((name, at) => [name, at]));
  return [...reach].sort(byName).map(([path, pieces]) => {
    const at = path.lastIndexOf('/', path.length - 2) + 1;
    const placed = [...pieces].sort(byName).map(([piece, names]) => {
      const numbers = [...names].map((name) => places.get(name) as number).sort((a, b) => a - b);
      return { piece, numbers, spans: spansOf(numbers) };
    });
    const spans = new Map(placed.map((one) => [one.piece, one.spans]));
    const own = placed.filter(
      (one) => spans.get(one.piece.replace(/\.[^.]+$/, '')) !== one.spans || !one.piece.includes('.'),
    );
    return { folder: path.slice(0, at), name: path.slice(at), pieces: own };
  });
}

/** A set gets a name if its code is long and several files use it. */
function namedSets(
  files: readonly PlacedFile[],
  was: Written | null,
): { names: Map<string, string>; named: NamedSets } {
  const used = files.flatMap((file) => file.pieces.map((one) => ({ ...one, file })));
  const names = new Map<string, string>();
  const named = new Map<string, Numbers>();
  let last = Math.max(0, ...Object.keys(was?.sets ?? {}).map((name) => Number(name.slice(1))));
  for (const [spans, users] of Map.groupBy(used, (one) => one.spans)) {
    if (spans.length < 6 || new Set(users.map(({ file }) => file)).size < 2) continue;
    const earlier = users.map(({ file, piece }) => earlierName(was, file, piece));
    const name = earlier.find((one) => one !== null && !named.has(one)) ?? `#${++last}`;
    names.set(spans, name);
    named.set(name, users[0]?.numbers ?? []);
  }
  return { names, named };
}

function earlierName(was: Written | null, { folder, name }: PlacedFile, piece: string): string | null {
  const groups = Object.entries(was?.reach[folder]?.[name] ?? {});
  const code = groups.find(([pieces]) => pieces.split(' ').includes(piece))?.[1];
  return code !== undefined && /^#\d+$/.test(code) ? code : null;
}

/** The largest come first, because each code may be a difference from an earlier one. */
function codesOf(named: NamedSets): [name: string, code: string][] {
  const known = new Map<string, Numbers>();
  return [...named]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([name, numbers]) => {
      const code = setCode(numbers, known);
      known.set(name, numbers);
      return [name, code];
    });
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
