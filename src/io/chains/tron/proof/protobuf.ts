// The part of protobuf's wire format that TRON's blocks use: reads messages and writes fields.

/** One field of a message: a number (unsigned, 64 bits), or bytes. */
export interface Field {
  readonly number: number;
  readonly value: bigint | Buffer;
}

/**
 * The fields of a message (protobuf.dev, "Encoding"), in its order. Groups are skipped: TRON does not use them, but its
 * nodes pass them on. Throws RangeError for bytes that are not a message.
 */
export function fieldsOf(message: Buffer): Field[] {
  const reader = new Reader(message);
  const fields: Field[] = [];
  while (!reader.isAtEnd) {
    const field = reader.field();
    if (field !== null) fields.push(field);
  }
  return fields;
}

/** A field of numbers. Negative ones take ten bytes, as int32 and int64 do. */
export function varintField(number: number, value: bigint): Buffer {
  return Buffer.from([...varint(BigInt(number) << 3n), ...varint(BigInt.asUintN(64, value))]);
}

/** A field of bytes, of text in UTF-8, or of another message. */
export function bytesField(number: number, value: Buffer): Buffer {
  return Buffer.concat([bytesHead(number, value.length), value]);
}

/** The bytes before the content of such a field: its tag and its length. */
export function bytesHead(number: number, length: number): Buffer {
  const bytes: number[] = [];
  for (let rest of [(number << 3) | 2, length]) {
    for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
    bytes.push(rest);
  }
  return Buffer.from(bytes);
}

/** The bytes of a hex text; null for anything else. */
export function hexBytes(text: unknown): Buffer | null {
  if (typeof text !== 'string') return null;
  // Decoding stops at the first character that is not a hex digit.
  const bytes = Buffer.from(text, 'hex');
  return bytes.length * 2 === text.length ? bytes : null;
}

function varint(value: bigint): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  bytes.push(Number(rest));
  return bytes;
}

const groupStart = 3;
const groupEnd = 4;
/** Nodes reject messages that are nested deeper (CodedInputStream of protobuf-java). */
const deepest = 100;

class Reader {
  readonly #message: Buffer;
  #at = 0;

  constructor(message: Buffer) {
    this.#message = message;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#message.length;
  }

  /** The next field, or null for a group, which is skipped. */
  field(depth = 0): Field | null {
    const tag = this.#tag();
    const wire = tag & 7;
    if (wire !== groupStart) return { number: tag >>> 3, value: this.#value(wire) };
    if (depth >= deepest) throw new RangeError('Groups are nested too deep');
    for (;;) {
      const before = this.#at;
      if ((this.#tag() & 7) === groupEnd) return null;
      this.#at = before;
      this.field(depth + 1);
    }
  }

  /** Tags have 32 bits; readers drop higher ones. */
  #tag(): number {
    return this.#short() ?? Number(BigInt.asUintN(32, this.#varint()));
  }

  #value(wire: number): bigint | Buffer {
    if (wire === 0) return BigInt.asUintN(64, this.#varint());
    if (wire === 1) return this.#bytes(8);
    if (wire === 2) return this.#bytes(this.#short() ?? Number(this.#varint()));
    if (wire === 5) return this.#bytes(4);
    throw new RangeError('There is no such wire type');
  }

  /** A number of one or two bytes, as most are. Returns null and reads nothing for a longer one. */
  #short(): number | null {
    const [first, second] = [this.#message[this.#at], this.#message[this.#at + 1]];
    if (first !== undefined && first < 128) {
      this.#at += 1;
      return first;
    }
    if (first === undefined || second === undefined || second > 127) return null;
    this.#at += 2;
    return (first & 127) | (second << 7);
  }

  #varint(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#message.readUInt8(this.#at);
      this.#at += 1;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
    throw new RangeError('A varint has at most ten bytes');
  }

  #bytes(length: number): Buffer {
    if (length > this.#message.length - this.#at) throw new RangeError('A field ends beyond its message');
    this.#at += length;
    return this.#message.subarray(this.#at - length, this.#at);
  }
}
