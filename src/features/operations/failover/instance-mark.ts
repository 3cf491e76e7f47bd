// A word that identifies an instance and reveals nothing else. With it, doctor checks which instance answers at an
// address.
import { createHash } from 'node:crypto';
import type { Queryable } from '../../../io/db/database.ts';
import { readStanding } from './standing-store.ts';

/** Returns the mark of the instance with this database; empty before its first start. */
export async function instanceMark(db: Queryable): Promise<string> {
  const { instanceId } = await readStanding(db);
  return instanceId === null ? '' : createHash('sha256').update(instanceId).digest('hex').slice(0, 16);
}
