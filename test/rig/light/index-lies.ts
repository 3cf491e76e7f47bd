// What servers with an index of scripts do on bad days, or to deceive: each makes something else of the truth.
import type { Lie } from './electrum-server.ts';
import type { ScriptIndex, Touch } from './script-index.ts';

/** `changed` in the place of what it has; the rest is as it was. */
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

/** It knows nothing of its last blocks, nor of what is in them. */
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

/** It has thrown away the blocks below this one. */
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

/** It knows no block but the first, and no chain transaction: it refuses to tell. */
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

/** Its chain begins with another block: that of block 1. */
export const stranger: Lie = (index) =>
  but(index, {
    headerAt: (at) => index.headerAt(Math.max(1, at)),
    hashAt: (at) => index.hashAt(Math.max(1, at)),
  });

/** It refuses to tell this script's history, as servers do where one is too long. */
export function refusing(script: string): Lie {
  return (index) =>
    but(index, {
      historyOf(asked) {
        if (asked === script) throw new Error('history too large');
        return index.historyOf(asked);
      },
    });
}

/** It leaves this script's history out, and says nothing of it. */
export function hiding(script: string): Lie {
  return (index) => but(index, { historyOf: (asked) => (asked === script ? [] : index.historyOf(asked)) });
}

/** It says that a chain transaction, in hex, which no node has, touches a script: at this height, or waiting. */
export function inventing(script: string, { txid, hex, height }: Touch & { readonly hex: string }): Lie {
  return (index) =>
    but(index, {
      historyOf: (asked) => [...index.historyOf(asked), ...(asked === script ? [{ txid, height }] : [])],
      rawOf: (asked) => (asked === txid ? hex : index.rawOf(asked)),
      placeOf: (asked) => (asked === txid ? { txid, height } : index.placeOf(asked)),
      // The branch of the block's last one is the best that it can show.
      branchOf: (asked, at) =>
        asked === txid ? index.branchOf(index.transactionsAt(at)?.at(-1) ?? '', at) : index.branchOf(asked, at),
    });
}

/** The branches that it shows lead nowhere. */
export const misleading: Lie = (index) =>
  but(index, {
    branchOf(txid, height) {
      const found = index.branchOf(txid, height);
      return found === null ? null : { ...found, branch: [...found.branch, 'ab'.repeat(32)] };
    },
  });
