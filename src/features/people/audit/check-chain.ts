// Checks that no entry of the audit log was changed, added or removed, by its hashes and the instance's key.
import type { Queryable } from '../../../io/db/database.ts';
import type { RowSeals } from '../../known/row-seals/sealed-rows.ts';
import { entryHash } from './chain.ts';
import { type ChainHead, listChain, listChainHeads } from './store.ts';

/** The first invalid entry of an owner's log. */
export interface BrokenChain {
  readonly ownerId: string;
  /** The number of the entry in that log, from 1. */
  readonly sequence: bigint;
  /** Null if the entry itself is missing. */
  readonly entryId: string | null;
  readonly why: 'missing' | 'changed' | 'not_ours' | 'end_changed';
}

const batch = 500;

/** Returns one item per broken log, and none if all logs are intact. */
export async function checkAuditChains(instance: {
  readonly db: Queryable;
  readonly seals: RowSeals;
}): Promise<BrokenChain[]> {
  const broken: BrokenChain[] = [];
  for (const head of await listChainHeads(instance.db)) {
    const found = await checkChain(instance.db, instance.seals, head);
    if (found !== null) broken.push(found);
  }
  return broken;
}

async function checkChain(db: Queryable, seals: RowSeals, head: ChainHead): Promise<BrokenChain | null> {
  const { ownerId } = head;
  let [before, sequence]: [Buffer | null, bigint] = [null, 0n];
  for (;;) {
    const entries = await listChain(db, ownerId, sequence, batch);
    for (const entry of entries) {
      const next = sequence + 1n;
      if (entry.sequence !== next) return { ownerId, sequence: next, entryId: null, why: 'missing' };
      const place = { ownerId, sequence: next, entryId: entry.id };
      if (!entryHash(before, place, entry).equals(entry.hash)) return { ...place, why: 'changed' };
      if (!seals.verify('audit_entry', entry, entry.mac)) return { ...place, why: 'not_ours' };
      [before, sequence] = [entry.hash, next];
    }
    if (entries.length < batch) break;
  }
  // Later entries are not covered by the end that was read first.
  if (sequence < head.sequence) return { ownerId, sequence: sequence + 1n, entryId: null, why: 'missing' };
  if (head.sequence === 0n && sequence === 0n) return null;
  return seals.verify('audit_head', head, head.mac) ? null : { ownerId, sequence, entryId: null, why: 'end_changed' };
}
