// The part of ZMTP 3.0 that a subscriber without a password needs (ZeroMQ RFC 23, https://rfc.zeromq.org/spec/23/).

/** The first message of a subscriber: version 3.0, the mechanism NULL, the client role, and its socket type. */
export function subscriberGreeting(): Buffer {
  const greeting = Buffer.alloc(64);
  greeting[0] = 0xff;
  greeting[9] = 0x7f;
  greeting[10] = 3;
  greeting.write('NULL', 12, 'latin1');
  return Buffer.concat([greeting, command('READY', property('Socket-Type', 'SUB'))]);
}

/** Subscribes to messages that begin with this topic. libzmq accepts it only after its own READY. */
export function subscription(topic: string): Buffer {
  const body = Buffer.concat([Buffer.of(1), Buffer.from(topic, 'latin1')]);
  return Buffer.concat([Buffer.of(0, body.length), body]);
}

function command(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.of(name.length), Buffer.from(name, 'latin1'), data]);
  return Buffer.concat([Buffer.of(isCommand, body.length), body]);
}

function property(name: string, value: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(value.length);
  return Buffer.concat([Buffer.of(name.length), Buffer.from(name, 'latin1'), length, Buffer.from(value, 'latin1')]);
}

const [hasMore, isLong, isCommand] = [1, 2, 4];
const greetingLength = 64;
const readyHead = Buffer.from('\x05READY', 'latin1');

/** Assembles messages from the bytes that a publisher sends. */
export class PublishedMessages {
  readonly #mostBytes: number;
  #unread: Buffer[] = [];
  #length = 0;
  #isGreeted = false;
  #isReady = false;
  #parts: Buffer[] = [];
  #partsLength = 0;

  /** `mostBytes` is the limit of a message's length. */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** Whether the publisher has completed the handshake. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** The messages that these bytes complete, each with its parts. Throws a RangeError for a protocol error. */
  read(chunk: Buffer): readonly (readonly Buffer[])[] {
    this.#unread.push(chunk);
    this.#length += chunk.length;
    // A long frame comes in many chunks, which are joined once it is complete.
    if (this.#length < this.#wanted()) return [];
    const bytes = Buffer.concat(this.#unread);
    const messages: (readonly Buffer[])[] = [];
    let at = 0;
    if (!this.#isGreeted) {
      if (bytes[0] !== 0xff || bytes[9] !== 0x7f || (bytes[10] as number) < 3)
        throw new RangeError('the server does not support ZMTP 3');
      this.#isGreeted = true;
      at = greetingLength;
    }
    for (let frame = this.#frameAt(bytes, at); frame !== null; frame = this.#frameAt(bytes, at)) {
      at = frame.end;
      if (frame.isCommand) {
        this.#isReady ||= bytes.subarray(frame.bodyAt, frame.bodyAt + readyHead.length).equals(readyHead);
        continue;
      }
      this.#parts.push(Buffer.from(bytes.subarray(frame.bodyAt, frame.end)));
      this.#partsLength += frame.end - frame.bodyAt;
      if (this.#partsLength > this.#mostBytes) throw new RangeError('a message is above the length limit');
      if (frame.hasMore) continue;
      messages.push(this.#parts);
      this.#parts = [];
      this.#partsLength = 0;
    }
    const rest = bytes.subarray(at);
    this.#unread = rest.length === 0 ? [] : [rest];
    this.#length = rest.length;
    return messages;
  }

  /** How many bytes must arrive before anything can be read. */
  #wanted(): number {
    if (!this.#isGreeted) return greetingLength;
    const [first] = this.#unread;
    const frame = first === undefined ? null : headOf(first, 0);
    return frame === null ? 1 : Math.min(frame.end, this.#mostBytes);
  }

  #frameAt(bytes: Buffer, at: number): Frame | null {
    const frame = headOf(bytes, at);
    if (frame === null) return null;
    if (frame.end - frame.bodyAt > this.#mostBytes) throw new RangeError('a frame is above the length limit');
    return frame.end > bytes.length ? null : frame;
  }
}

interface Frame {
  readonly isCommand: boolean;
  readonly hasMore: boolean;
  readonly bodyAt: number;
  readonly end: number;
}

/** Null if its length has not arrived yet. */
function headOf(bytes: Buffer, at: number): Frame | null {
  const flags = bytes[at];
  if (flags === undefined) return null;
  const bodyAt = at + ((flags & isLong) === 0 ? 2 : 9);
  if (bytes.length < bodyAt) return null;
  const length = (flags & isLong) === 0 ? (bytes[at + 1] as number) : Number(bytes.readBigUInt64BE(at + 1));
  const kind = { isCommand: (flags & isCommand) !== 0, hasMore: (flags & hasMore) !== 0 };
  return { ...kind, bodyAt, end: bodyAt + length };
}
