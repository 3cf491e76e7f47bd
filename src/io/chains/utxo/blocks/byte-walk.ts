// Walks over the bytes of a block or a chain transaction, and throws a fault if they end too early.
import { ChainFault } from '../../chain.ts';

export class ByteWalk {
  readonly bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  get isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }

  skip(count: number): void {
    this.at += count;
    if (this.at > this.bytes.length) throw cutOff();
  }

  byte(): number {
    const value = this.bytes[this.at];
    if (value === undefined) throw cutOff();
    this.at += 1;
    return value;
  }

  /**
   * Reads a CompactSize: one byte up to 252, else a marker and 2, 4 or 8 bytes. Throws if it exceeds the number of
   * bytes left.
   */
  count(): number {
    const first = this.byte();
    if (first < 0xfd) return first;
    const length = first === 0xfd ? 2 : first === 0xfe ? 4 : 8;
    let value = 0;
    let scale = 1;
    for (let read = 0; read < length; read += 1) {
      value += this.byte() * scale;
      scale *= 256;
    }
    // Each counted item takes at least a byte, so a larger number is wrong, and no loop runs for long.
    if (value > this.bytes.length - this.at) throw cutOff();
    return value;
  }
}

function cutOff(): ChainFault {
  return new ChainFault('A block or a chain transaction is cut off or malformed', true);
}
