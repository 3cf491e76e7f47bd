// QR codes after ISO/IEC 18004: bytes, error correction level M, the versions that payment URIs and addresses need. Our
// own, because the page must be light: libraries for it are twice as large.

/** Per version at level M: error correction bytes per block, and the number of blocks (table 9). */
const correction: readonly (readonly [bytes: number, blocks: number])[] = [
  ...([
    [10, 1],
    [16, 1],
    [26, 1],
    [18, 2],
    [24, 2],
    [16, 4],
    [18, 4],
    [22, 4],
    [22, 5],
    [26, 5],
  ] as const),
  ...([
    [30, 5],
    [22, 8],
    [22, 9],
    [24, 9],
    [24, 10],
    [28, 10],
    [28, 11],
    [26, 13],
    [26, 14],
    [26, 16],
  ] as const),
];

/** The modules, row by row: 1 is dark. Throws RangeError for more than 666 bytes. */
export function qrMatrix(text: string): readonly (readonly number[])[] {
  const bytes = new TextEncoder().encode(text);
  const version =
    1 + correction.findIndex((_, index) => dataBytes(index + 1) * 8 >= headBits(index + 1) + bytes.length * 8);
  if (version === 0) throw new RangeError('The text is too long for a code.');
  const { modules, isFixed } = fixedPatterns(version);
  placeData(modules, isFixed, withCorrection(version, padded(version, bytes)));
  const masked = masks.map((mask, number) => withFormat(modules, isFixed, mask, number));
  const penalties = masked.map(penaltyOf);
  return masked[penalties.indexOf(Math.min(...penalties))] as number[][];
}

function sizeOf(version: number): number {
  return version * 4 + 17;
}

/** The centres of alignment patterns, in either direction. */
function alignments(version: number): readonly number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, index) => sizeOf(version) - 7 - (count - 2 - index) * step)];
}

function totalBytes(version: number): number {
  const size = sizeOf(version);
  const aligned = alignments(version).length;
  // Modules in use: three finders with their separators, timing, format and the dark module, alignments, version.
  const around = aligned === 0 ? 0 : (aligned ** 2 - 3) * 25 - (aligned - 2) * 10;
  return (size ** 2 - 192 - 2 * (size - 16) - 31 - around - (version >= 7 ? 36 : 0)) >> 3;
}

function dataBytes(version: number): number {
  const [bytes, blocks] = correction[version - 1] as readonly [number, number];
  return totalBytes(version) - bytes * blocks;
}

/** Bits of mode and length, in front of the bytes. */
function headBits(version: number): number {
  return version < 10 ? 12 : 20;
}

function padded(version: number, bytes: Uint8Array): readonly number[] {
  const room = dataBytes(version);
  const length = bytes.length.toString(2).padStart(headBits(version) - 4, '0');
  const bits = `0100${length}${[...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')}0000`;
  const data = (bits.match(/.{1,8}/g) ?? []).map((octet) => Number.parseInt(octet.padEnd(8, '0'), 2)).slice(0, room);
  const filled = data.length;
  while (data.length < room) data.push((data.length - filled) % 2 === 0 ? 0xec : 0x11);
  return data;
}

/** Data split into blocks, each with its Reed-Solomon bytes, and all of them interleaved. */
function withCorrection(version: number, data: readonly number[]): readonly number[] {
  const [bytes, count] = correction[version - 1] as readonly [number, number];
  const generator = generatorOf(bytes);
  const shortLength = Math.floor(data.length / count);
  const longFrom = count - (data.length % count);
  const blocks = Array.from({ length: count }, (_, index) => {
    const start = index * shortLength + Math.max(0, index - longFrom);
    return data.slice(start, start + shortLength + (index >= longFrom ? 1 : 0));
  });
  const checks = blocks.map((block) => remainderOf(block, generator));
  return [...interleaved(blocks), ...interleaved(checks)];
}

function interleaved(blocks: readonly (readonly number[])[]): readonly number[] {
  const longest = Math.max(...blocks.map((block) => block.length));
  return Array.from({ length: longest }, (_, at) => blocks.flatMap((block) => block[at] ?? [])).flat();
}

/** In GF(256) over x^8 + x^4 + x^3 + x^2 + 1. */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> bit) & 1) * a);
  return product;
}

/** (x - 1)(x - 2)(x - 4)… of this degree, without its first coefficient, which is 1. */
function generatorOf(degree: number): readonly number[] {
  let generator: number[] = [1];
  let root = 1;
  for (let index = 0; index < degree; index++) {
    const by = root;
    generator = [...generator, 0].map((value, at) => value ^ times(generator[at - 1] ?? 0, by));
    root = times(root, 2);
  }
  return generator.slice(1);
}

function remainderOf(block: readonly number[], generator: readonly number[]): readonly number[] {
  let rest = generator.map(() => 0);
  for (const byte of block) {
    const factor = byte ^ (rest[0] as number);
    rest = [...rest.slice(1), 0].map((value, at) => value ^ times(generator[at] as number, factor));
  }
  return rest;
}

interface Square {
  readonly modules: number[][];
  /** Modules that data must not overwrite. */
  readonly isFixed: readonly boolean[][];
}

function fixedPatterns(version: number): Square {
  const size = sizeOf(version);
  const modules = Array.from({ length: size }, () => new Array<number>(size).fill(0));
  const isFixed = modules.map((row) => row.map(() => false));
  const set = (x: number, y: number, dark: boolean): void => {
    if (modules[y]?.[x] === undefined) return;
    (modules[y] as number[])[x] = dark ? 1 : 0;
    (isFixed[y] as boolean[])[x] = true;
  };
  const rings = (x: number, y: number, radius: number, dark: (distance: number) => boolean): void => {
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++) set(x + dx, y + dy, dark(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  for (let at = 0; at < size; at++) {
    set(at, 6, at % 2 === 0);
    set(6, at, at % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    rings(x, y, 4, (far) => far !== 2 && far !== 4);
  const places = alignments(version);
  const last = places.length - 1;
  places.forEach((x, column) => {
    places.forEach((y, row) => {
      const isFinder = (column === 0 && (row === 0 || row === last)) || (column === last && row === 0);
      if (!isFinder) rings(x, y, 2, (far) => far !== 1);
    });
  });
  // Reserves the format, which comes with the mask, and the version.
  for (let at = 0; at < 9; at++)
    for (const [x, y] of [
      [at, 8],
      [8, at],
    ] as const)
      if (at !== 6) set(x, y, false);
  for (let at = 1; at <= 8; at++)
    for (const [x, y] of [
      [size - at, 8],
      [8, size - at],
    ] as const)
      set(x, y, false);
  if (version >= 7) {
    const bits = (version << 12) | checkBits(version, 12, 0x1f25);
    for (let at = 0; at < 18; at++) {
      const [far, near] = [size - 11 + (at % 3), Math.floor(at / 3)];
      set(far, near, ((bits >> at) & 1) === 1);
      set(near, far, ((bits >> at) & 1) === 1);
    }
  }
  return { modules, isFixed };
}

/** BCH check bits of `value`, as many as the degree of `divisor`. */
function checkBits(value: number, degree: number, divisor: number): number {
  let rest = value;
  for (let index = 0; index < degree; index++) rest = (rest << 1) ^ ((rest >> (degree - 1)) * divisor);
  return rest;
}

/** Upwards and downwards in pairs of columns, from the right, around the timing column. */
function placeData(modules: number[][], isFixed: Square['isFixed'], bytes: readonly number[]): void {
  const size = modules.length;
  let at = 0;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    const column = right === 6 ? 5 : right;
    const isUpward = ((column + 1) & 2) === 0;
    for (let step = 0; step < size * 2; step++) {
      const x = column - (step % 2);
      const y = isUpward ? size - 1 - (step >> 1) : step >> 1;
      if (isFixed[y]?.[x]) continue;
      (modules[y] as number[])[x] = ((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
      at++;
    }
  }
}

/** Table 10: the conditions under which data is inverted. */
const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + (y >> 1)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function withFormat(
  modules: Square['modules'],
  isFixed: Square['isFixed'],
  mask: (typeof masks)[number],
  number: number,
): number[][] {
  const size = modules.length;
  const masked = modules.map((row, y) => row.map((dark, x) => (isFixed[y]?.[x] || !mask(x, y) ? dark : 1 - dark)));
  // Level M is 00.
  const bits = ((number << 10) | checkBits(number, 10, 0x537)) ^ 0x5412;
  for (let at = 0; at < 15; at++) {
    const bit = (bits >> at) & 1;
    const near = at < 6 ? at : at < 8 ? at + 1 : 14 - at + (at === 8 ? 1 : 0);
    const [x, y] = at < 8 ? [8, near] : [near, 8];
    (masked[y] as number[])[x] = bit;
    const [farX, farY] = at < 8 ? [size - 1 - at, 8] : [8, size - 15 + at];
    (masked[farY] as number[])[farX] = bit;
  }
  (masked[size - 8] as number[])[8] = 1;
  return masked;
}

/** The penalty score of clause 7.8.3. Eight squares are compared for each code, so this uses loops and no strings. */
function penaltyOf(modules: readonly (readonly number[])[]): number {
  const size = modules.length;
  let [lines, squares, dark] = [0, 0, 0];
  const column = new Array<number>(size).fill(0);
  for (let y = 0; y < size; y++) {
    const row = modules[y] as readonly number[];
    for (let x = 0; x < size; x++) {
      column[x] = modules[x]?.[y] as number;
      dark += row[x] as number;
    }
    lines += linePenalty(row) + linePenalty(column);
    if (y > 0) squares += squaresBetween(modules[y - 1] as readonly number[], row);
  }
  return lines + squares * 3 + Math.floor(Math.abs((dark / size ** 2) * 20 - 10)) * 10;
}

/** Five equal modules cost 3, and each further one 1; a pattern like a finder next to four light modules costs 40. */
function linePenalty(line: readonly number[]): number {
  let [penalty, alike, last, lastEleven] = [0, 0, -1, 0];
  for (let at = 0; at < line.length; at++) {
    const module = line[at] as number;
    alike = module === last ? alike + 1 : 1;
    last = module;
    if (alike >= 5) penalty += alike === 5 ? 3 : 1;
    lastEleven = ((lastEleven << 1) | module) & 0x7ff;
    if (at >= 10 && (lastEleven === 0b10111010000 || lastEleven === 0b00001011101)) penalty += 40;
  }
  return penalty;
}

/** Two-by-two blocks of equal modules. */
function squaresBetween(above: readonly number[], row: readonly number[]): number {
  let count = 0;
  for (let x = 1; x < row.length; x++) {
    const module = row[x];
    if (module === row[x - 1] && module === above[x] && module === above[x - 1]) count++;
  }
  return count;
}
