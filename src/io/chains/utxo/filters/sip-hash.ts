// SipHash-2-4, the keyed hash that compact block filters apply to scripts.

/** The 64-bit result of one hash, as two halves. It is written in place, so that nothing is allocated. */
export interface Halves {
  high: number;
  low: number;
}

/** The key's four words; `k0` from its first eight bytes and `k1` from the rest, each in little-endian order. */
export interface SipKey {
  readonly k0: Halves;
  readonly k1: Halves;
}

/** Uses the first 16 bytes. */
export function sipKey(bytes: Uint8Array): SipKey {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const half = (at: number): Halves => ({ low: view.getUint32(at, true), high: view.getUint32(at + 4, true) });
  return { k0: half(0), k1: half(8) };
}

/**
 * SipHash with two rounds a word and four at the end (Aumasson and Bernstein, "SipHash: a fast short-input PRF"), in
 * 32-bit halves, because BigInt would take twenty times as long. The result is written to `into`.
 */
export function sipHash(key: SipKey, message: Uint8Array, into: Halves): void {
  begin(key);
  const { length } = message;
  const whole = length - (length % 8);
  for (let at = 0; at < whole; at += 8) takeWord(wordAt(message, at + 4), wordAt(message, at));
  // The remaining bytes, with the length in the highest byte.
  rest.fill(0);
  for (let place = whole; place < length; place += 1) rest[place - whole] = message[place] as number;
  rest[7] = length & 0xff;
  takeWord(wordAt(rest, 4), wordAt(rest, 0));
  state[5] = (state[5] as number) ^ 0xff;
  for (let round = 0; round < 4; round += 1) sipRound();
  into.high = (at(0) ^ at(2) ^ at(4) ^ at(6)) >>> 0;
  into.low = (at(1) ^ at(3) ^ at(5) ^ at(7)) >>> 0;
}

/** Shared by all calls, which never overlap: one block's filter is tested with thousands of scripts. */
const state = new Int32Array(8);
const rest = new Uint8Array(8);

function begin({ k0, k1 }: SipKey): void {
  state[0] = k0.high ^ 0x736f6d65;
  state[1] = k0.low ^ 0x70736575;
  state[2] = k1.high ^ 0x646f7261;
  state[3] = k1.low ^ 0x6e646f6d;
  state[4] = k0.high ^ 0x6c796765;
  state[5] = k0.low ^ 0x6e657261;
  state[6] = k1.high ^ 0x74656462;
  state[7] = k1.low ^ 0x79746573;
}

function takeWord(high: number, low: number): void {
  state[6] = at(6) ^ high;
  state[7] = at(7) ^ low;
  sipRound();
  sipRound();
  state[0] = at(0) ^ high;
  state[1] = at(1) ^ low;
}

/** The state holds v0…v3 in order, each with its high half first. */
function sipRound(): void {
  add(0, 2);
  rotateXor(2, 13, 0);
  rotate(0, 32);
  add(4, 6);
  rotateXor(6, 16, 4);
  add(0, 6);
  rotateXor(6, 21, 0);
  add(4, 2);
  rotateXor(2, 17, 4);
  rotate(4, 32);
}

function add(to: number, from: number): void {
  const low = (at(to + 1) >>> 0) + (at(from + 1) >>> 0);
  state[to] = at(to) + at(from) + (low > 0xffff_ffff ? 1 : 0);
  state[to + 1] = low;
}

function rotate(which: number, bits: number): void {
  const high = at(which);
  const low = at(which + 1);
  if (bits === 32) {
    state[which] = low;
    state[which + 1] = high;
    return;
  }
  state[which] = (high << bits) | (low >>> (32 - bits));
  state[which + 1] = (low << bits) | (high >>> (32 - bits));
}

function rotateXor(which: number, bits: number, other: number): void {
  rotate(which, bits);
  state[which] = at(which) ^ at(other);
  state[which + 1] = at(which + 1) ^ at(other + 1);
}

function at(index: number): number {
  return state[index] as number;
}

function wordAt(bytes: Uint8Array, place: number): number {
  return (
    (bytes[place] as number) |
    ((bytes[place + 1] as number) << 8) |
    ((bytes[place + 2] as number) << 16) |
    ((bytes[place + 3] as number) << 24)
  );
}
