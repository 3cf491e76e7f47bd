// Faults and deceptions of servers with a script index. Each returns a changed index.
import type { Lie } from './electrum-server.ts';
import type { ScriptIndex, Touch } from './script-index.ts';

/** The index with the members of `changed` replaced. */
function but(index: ScriptIndex, changed: Partial<ScriptIndex>): ScriptIndex {
  return {
    refresh: () => index.refresh(),
    height: changed.height ?? index.height,
    headerAt: (height) => index.headerAt(height),
    hashAt: (height) => index.hashAt(height),
    heightOfBlock: (hash) => index.heightOfBlock(hash),
    transactionsAt: (height) => index.transactionsAt(height),
    historyOf: (script) => index.historyOf(script),
    rawOf: (txid) => index.rawOf(txid),
    placeOf: (txid) => index.placeOf(txid),
    spenderOf: (txid, output) => index.spenderOf(txid, output),
    branchOf: (txid, height) => index.branchOf(txid, height),
    ...changed,
  };
}

/** Hides the last blocks and their transactions. */
export function lagging(blocks: number): Lie {
  return (index) => {
    const height = index.height - blocks;
    const isSeen = (one: Touch | null) => one !== null && one.height <= height;
    return but(index, {
      height,
      headerAt: (at) => (at > height ? null : index.headerAt(at)),
      hashAt: (at) => (at > height ? null : index.hashAt(at)),
      transactionsAt: (at) => (at > height ? null : index.transactionsAt(at)),
      historyOf: (script) => index.historyOf(script).filter(isSeen),
      rawOf: (txid) => (isSeen(index.placeOf(txid)) ? index.rawOf(txid) : null),
      placeOf: (txid) => (isSeen(index.placeOf(txid)) ? index.placeOf(txid) : null),
    });
  };
}

/** Removes the blocks below this one. */
export function pruned(below: number): Lie {
  return (index) => {
    const isGone = (at: number) => at > 0 && at < below;
    return but(index, {
      headerAt: (at) => (isGone(at) ? null : index.headerAt(at)),
      hashAt: (at) => (isGone(at) ? null : index.hashAt(at)),
      heightOfBlock: (hash) => (isGone(index.heightOfBlock(hash) ?? 0) ? null : index.heightOfBlock(hash)),
      transactionsAt: (at) => (isGone(at) ? null : index.transactionsAt(at)),
      rawOf: (txid) => (isGone(index.placeOf(txid)?.height ?? 0) ? null : index.rawOf(txid)),
      branchOf: (txid, at) => (isGone(at) ? null : index.branchOf(txid, at)),
    });
  };
}

/** Rejects requests for chain transactions and for all blocks except the first. */
export const forgetful: Lie = (index) =>
  but(index, {
    headerAt: (at) => (at === 0 ? index.headerAt(0) : null),
    transactionsAt: () => null,
    heightOfBlock: () => null,
    historyOf: () => {
      throw new Error('the index is being built');
    },
    rawOf: () => null,
    placeOf: () => null,
    branchOf: () => null,
  });

/** Shows block 1 in place of block 0, as if it served another chain. */
export const stranger: Lie = (index) =>
  but(index, {
    headerAt: (at) => index.headerAt(Math.max(1, at)),
    hashAt: (at) => index.hashAt(Math.max(1, at)),
  });

/** Rejects requests for this script's history, as servers do for a long one. */
export function refusing(script: string): Lie {
  return (index) =>
    but(index, {
      historyOf(asked) {
        if (asked === script) throw new Error('history too large');
        return index.historyOf(asked);
      },
    });
}

/** Omits this script's history without an error. */
export function hiding(script: string): Lie {
  return (index) => but(index, { historyOf: (asked) => (asked === script ? [] : index.historyOf(asked)) });
}

/** Claims that a chain transaction (in hex) that no node has touches a script, at this height or unmined. */
export function inventing(script: string, { txid, hex, height }: Touch & { readonly hex: string }): Lie {
  return (index) =>
    but(index, {
      historyOf: (asked) => [...index.historyOf(asked), ...(asked === script ? [{ txid, height }] : [])],
      rawOf: (asked) => (asked === txid ? hex : index.rawOf(asked)),
      placeOf: (asked) => (asked === txid ? { txid, height } : index.placeOf(asked)),
      // The Merkle branch of the block's last transaction is the best available forgery.
      branchOf: (asked, at) =>
        asked === txid ? index.branchOf(index.transactionsAt(at)?.at(-1) ?? '', at) : index.branchOf(asked, at),
    });
}

/** Returns wrong Merkle branches. */
export const misleading: Lie = (index) =>
  but(index, {
    branchOf(txid, height) {
      const found = index.branchOf(txid, height);
      return found === null ? null : { ...found, branch: [...found.branch, 'ab'.repeat(32)] };
    },
  });
