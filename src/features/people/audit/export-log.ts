// Exports the audit log as JSON lines, each with its place in its owner's chain, for storage that writers of the
// database cannot reach.
import type { Queryable } from '../../../io/db/database.ts';
import { listChain, listChainHeads } from './store.ts';
import { auditEntryView } from './view.ts';

const batch = 500;

/** Yields one line per entry, by owner, oldest first. */
export async function* auditLines(db: Queryable): AsyncGenerator<string> {
  for (const { ownerId } of await listChainHeads(db)) {
    let after = 0n;
    for (;;) {
      const entries = await listChain(db, ownerId, after, batch);
      for (const entry of entries) {
        const { sequence, hash, mac } = entry;
        const chain = { sequence: sequence.toString(), hash: hash.toString('hex'), mac: mac.toString('hex') };
        yield `${JSON.stringify({ owner_id: ownerId, ...chain, ...auditEntryView(entry) })}\n`;
        after = sequence;
      }
      if (entries.length < batch) break;
    }
  }
}
