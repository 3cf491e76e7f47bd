// Decides whether EVM code can leave value at an address without a call: by SELFDESTRUCT, or by creating a contract
// with creation code that runs one.

const push1 = 0x60;
const push32 = 0x7f;
const jumpDestination = 0x5b;
/** CREATE, CREATE2 and SELFDESTRUCT. Creation code is not stored anywhere, and may contain a SELFDESTRUCT. */
const movingWithoutCall: ReadonlySet<number> = new Set([0xf0, 0xf5, 0xff]);
/** STOP, JUMP, RETURN, REVERT and INVALID: execution does not continue after them. */
const endings: ReadonlySet<number> = new Set([0x00, 0x56, 0xf3, 0xfd, 0xfe]);
/** The ranges of defined opcodes, up to and including Osaka: from, to. */
const definedOpcodes: readonly (readonly [number, number])[] = [
  [0x00, 0x0b],
  [0x10, 0x1e],
  [0x20, 0x20],
  [0x30, 0x4a],
  [0x50, 0x9f],
  [0xa0, 0xa4],
  [0xf0, 0xf5],
  [0xfa, 0xfa],
  [0xfd, 0xff],
];

/**
 * Whether this code may move value without a call. `code` is lower-case hex, as a node returns it. Code is entered only
 * at its start and at jump destinations (Yellow Paper, 9.4.3), which are found by walking from the start over the data
 * of each PUSH. Bytes between an ending and the next destination therefore never run, such as the metadata that
 * compilers append. SELFDESTRUCT moves the balance even where it no longer deletes the contract (EIP-6780). Also true
 * for code that is not plain (EIP-3541 reserves 0xef at the start for other formats).
 */
export function maySelfdestruct(code: string): boolean {
  if (code.startsWith('0xef')) return true;
  let isLive = true;
  // A byte that looks like an ending may be data of an opcode that a later fork defines. Until the next destination, no
  // byte counts as an ending.
  let isPlain = true;
  for (let at = 2; at < code.length; at += 2) {
    const opcode = Number.parseInt(code.slice(at, at + 2), 16);
    if (opcode === jumpDestination) {
      isLive = true;
      isPlain = true;
    } else if (isLive) {
      if (movingWithoutCall.has(opcode)) return true;
      if (!isDefined(opcode)) isPlain = false;
      else if (isPlain && endings.has(opcode)) isLive = false;
    }
    if (opcode >= push1 && opcode <= push32) at += 2 * (opcode - push1 + 1);
  }
  return false;
}

/** The account whose code runs in place of this account's own (EIP-7702), or null if its own code runs. */
export function delegateOf(code: string): string | null {
  return /^0xef0100[0-9a-f]{40}$/.test(code) ? `0x${code.slice(8)}` : null;
}

function isDefined(opcode: number): boolean {
  return definedOpcodes.some(([from, to]) => opcode >= from && opcode <= to);
}
