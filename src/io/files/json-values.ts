// Reads the values of a JSON file one by one, so that the memory used depends only on the largest value.
import { createReadStream } from 'node:fs';

/**
 * Yields the values of a file with one JSON text, or with several in sequence (such as one per line). If the text is an
 * array, yields its items. Throws SyntaxError with the byte position of invalid JSON.
 */
export async function* jsonValues(path: string, chunkBytes = 1 << 20): AsyncGenerator<unknown> {
  const splitter = new Splitter();
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
    for (const text of splitter.feed(chunk as Buffer)) yield parse(text.bytes, text.at);
  }
  const rest = splitter.rest();
  if (rest !== null) yield parse(rest.bytes, rest.at);
}

interface Piece {
  readonly bytes: Buffer;
  /** The position in the file where it starts, in bytes. */
  readonly at: number;
}

const quote = 0x22;
const backslash = 0x5c;
const openings = new Set([0x5b, 0x7b]);
const closings = new Set([0x5d, 0x7d]);
const comma = 0x2c;
/** Bytes between values: white space, and the byte order mark (U+FEFF) that some editors write. */
const gaps = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);

/** Parses just enough JSON to find where each value ends. */
class Splitter {
  #parts: Buffer[] = [];
  #read = 0;
  #beganAt = 0;
  #isWithin = false;
  #isArray = false;
  #depth = 0;
  #inString = false;
  #isEscaped = false;

  *feed(chunk: Buffer): Generator<Piece> {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] as number;
      if (!this.#isWithin) {
        if (gaps.has(byte) || (this.#isArray && byte === comma)) continue;
        if (byte === 0x5b && !this.#isArray) this.#isArray = true;
        else if (byte === 0x5d && this.#isArray) this.#isArray = false;
        else {
          this.#isWithin = true;
          this.#beganAt = this.#read + at;
          from = at;
          this.#enter(byte);
        }
        continue;
      }
      const ends = this.#step(byte);
      if (ends === null) continue;
      const end = ends === 'after' ? at + 1 : at;
      yield this.#take(chunk.subarray(from, end));
      if (ends === 'before' && byte === 0x5d) this.#isArray = false;
      from = end;
    }
    if (this.#isWithin) this.#parts.push(chunk.subarray(from));
    this.#read += chunk.length;
  }

  /** Returns the remainder at the end of the file: a number, or an incomplete value. */
  rest(): Piece | null {
    return this.#isWithin ? this.#take(Buffer.alloc(0)) : null;
  }

  #enter(byte: number): void {
    this.#depth = openings.has(byte) ? 1 : 0;
    this.#inString = byte === quote;
    this.#isEscaped = false;
  }

  /** Returns whether the value ends before or after this byte, or null if it continues. */
  #step(byte: number): 'before' | 'after' | null {
    if (this.#inString) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === backslash) this.#isEscaped = true;
      else if (byte === quote) {
        this.#inString = false;
        return this.#depth === 0 ? 'after' : null;
      }
      return null;
    }
    if (byte === quote) this.#inString = true;
    if (openings.has(byte)) this.#depth += 1;
    if (closings.has(byte)) {
      if (this.#depth === 0) return 'before';
      this.#depth -= 1;
      return this.#depth === 0 ? 'after' : null;
    }
    return this.#depth === 0 && (byte === comma || gaps.has(byte)) ? 'before' : null;
  }

  #take(last: Buffer): Piece {
    const bytes = this.#parts.length === 0 ? last : Buffer.concat([...this.#parts, last]);
    this.#parts = [];
    this.#isWithin = false;
    return { bytes, at: this.#beganAt };
  }
}

function parse(bytes: Buffer, at: number): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (cause) {
    throw new SyntaxError(`is not JSON in the value that begins at byte ${at}: ${(cause as Error).message}`, { cause });
  }
}
