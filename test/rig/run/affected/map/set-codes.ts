// Encodes sets of numbers as short texts: `0-3,7`, or as a difference from a named set: `#12 +9 -0-1`.

/** Ascending, without duplicates. */
export type Numbers = readonly number[];

export type NamedSets = ReadonlyMap<string, Numbers>;

/** Returns the shortest possible code. */
export function setCode(numbers: Numbers, named: NamedSets): string {
  let shortest = spansOf(numbers);
  const members = new Set(numbers);
  for (const [name, others] of named) {
    // Each number takes at least one character, and a range of two as much as both.
    if (Math.abs(others.length - numbers.length) > 4 * shortest.length) continue;
    const known = new Set(others);
    const added = spansOf(numbers.filter((one) => !known.has(one)));
    const removed = spansOf(others.filter((one) => !members.has(one)));
    const code = [name, ...(added === '' ? [] : [`+${added}`]), ...(removed === '' ? [] : [`-${removed}`])].join(' ');
    if (code.length < shortest.length) shortest = code;
  }
  return shortest;
}

/** `named` returns the numbers of a named set. */
export function numbersOf(code: string, named: (name: string) => Numbers): Numbers {
  const [first = '', ...changes] = code.split(' ');
  const members = new Set(first.startsWith('#') ? named(first) : numbersIn(first));
  for (const change of changes)
    for (const one of numbersIn(change.slice(1))) {
      if (change.startsWith('+')) members.add(one);
      else members.delete(one);
    }
  return [...members].sort((a, b) => a - b);
}

/** Such as `0-3,7`. */
export function spansOf(numbers: Numbers): string {
  const spans: [number, number][] = [];
  for (const one of numbers) {
    const last = spans.at(-1);
    if (last?.[1] === one - 1) last[1] = one;
    else spans.push([one, one]);
  }
  return spans.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
}

function numbersIn(spans: string): number[] {
  return spans.split(',').flatMap((span) => {
    const [from = 0, to = from] = span.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, at) => from + at);
  });
}
