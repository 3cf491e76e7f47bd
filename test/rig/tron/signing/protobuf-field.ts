// Writes one field of protobuf's encoding: https://protobuf.dev/programming-guides/encoding/

/** A number is a varint; bytes are preceded by their length. */
export function field(number: number, value: bigint | Buffer): Buffer {
  if (typeof value === 'bigint') return Buffer.concat([varint(BigInt(number) << 3n), varint(value)]);
  return Buffer.concat([varint((BigInt(number) << 3n) | 2n), varint(BigInt(value.length)), value]);
}

function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Buffer.from([...bytes, Number(rest)]);
}
