// The checksum of eight characters at the end of an output descriptor (BIP-380).

/** The checksum of the text before '#'. Null for a text with characters that no descriptor has. */
export function descriptorChecksum(text: string): string | null {
  const symbols: number[] = [];
  const groups: number[] = [];
  for (const character of text) {
    const position = inputCharacters.indexOf(character);
    if (position < 0) return null;
    symbols.push(position & 31);
    groups.push(position >> 5);
    // The groups of every three characters are combined into one symbol.
    if (groups.length === 3) symbols.push(groupSymbol(groups.splice(0)));
  }
  if (groups.length > 0) symbols.push(groupSymbol(groups));
  const remainder = [...symbols, 0, 0, 0, 0, 0, 0, 0, 0].reduce(step, 1n) ^ 1n;
  return Array.from(
    { length: 8 },
    (_, at) => checksumCharacters[Number((remainder >> BigInt(5 * (7 - at))) & 31n)],
  ).join('');
}

/** In the order of their numbers in the specification. */
const inputCharacters =
  "0123456789()[],'/*abcdefgh@:$%{}" + 'IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~' + 'ijklmnopqrstuvwxyzABCDEFGH`#"\\ ';
const checksumCharacters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const generator = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn];

function groupSymbol(groups: readonly number[]): number {
  return groups.reduce((sum, group) => sum * 3 + group, 0);
}

/** One step of the division by the generator, over 40 bits, which exceeds the bitwise operators of numbers. */
function step(remainder: bigint, symbol: number): bigint {
  const top = remainder >> 35n;
  const shifted = ((remainder & 0x7ffffffffn) << 5n) ^ BigInt(symbol);
  return generator.reduce((sum, term, bit) => ((top >> BigInt(bit)) & 1n ? sum ^ term : sum), shifted);
}
