// A word that tells one instance from another and nothing else about it: by it doctor finds out who answers somewhere.
import { createHash } from 'node:crypto';
import type { Queryable } from '../../../io/db/database.ts';
import { readStanding } from './standing-store.ts';

/** Of the instance whose database this is; empty before its first start. */
export async function instanceMark(db: Queryable): Promise<string> {
  const { instanceId } = await readStanding(db);
  return instanceId === null ? '' : createHash('sha256').update(instanceId).digest('hex').slice(0, 16);
}
