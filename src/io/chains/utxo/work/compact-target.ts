// The compact form of a target in headers: a byte of length, three of digits (Bitcoin Core, src/arith_uint256.cpp).

/** The target that `bits` encode; null for an invalid one: zero, negative, or more than 256 bits. */
export function targetOf(bits: number): bigint | null {
  const length = bits >>> 24;
  const digits = BigInt(bits & 0x7f_ffff);
  const shift = BigInt(8 * (length - 3));
  const target = shift >= 0n ? digits << shift : digits >> -shift;
  const isNegative = (bits & 0x80_0000) !== 0;
  return target === 0n || isNegative || target >> 256n !== 0n ? null : target;
}

/** The canonical encoding of a target: digits below the highest three bytes are dropped. */
export function compactOf(target: bigint): number {
  let length = 0;
  for (let rest = target; rest > 0n; rest >>= 8n) length += 1;
  const shift = BigInt(8 * (length - 3));
  let digits = Number(shift >= 0n ? target >> shift : target << -shift);
  // The highest bit of the digits is the sign.
  if ((digits & 0x80_0000) !== 0) {
    digits >>= 8;
    length += 1;
  }
  return length * 0x100_0000 + digits;
}

/** The target of difficulty 1; the work of a block is given in multiples of it. */
export const easiestTarget = 0xffffn << 208n;
