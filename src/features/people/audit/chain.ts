// The hash chain of the audit log: each entry's hash covers the previous hash and the entry in a canonical form.
import { createHash } from 'node:crypto';

/** An entry as it is written. */
export interface HashedEntry {
  readonly id: string;
  readonly appId: string | null;
  readonly actor: string;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly before: object | null;
  readonly after: object | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly createdAt: Date;
}

/** SHA-256 of the previous hash (empty for the first entry) followed by the entry as JSON with sorted members. */
export function entryHash(
  before: Buffer | null,
  place: { readonly ownerId: string; readonly sequence: bigint },
  entry: HashedEntry,
): Buffer {
  const { id, appId, actor, action, subjectType, subjectId, ip, userAgent, createdAt } = entry;
  const content = [
    ...[place.ownerId, place.sequence.toString(), id, appId, actor, action, subjectType, subjectId],
    ...[inOrder(entry.before), inOrder(entry.after), ip, userAgent, createdAt.toISOString()],
  ];
  return createHash('sha256')
    .update(before ?? '')
    .update(JSON.stringify(content))
    .digest();
}

/** Sorts the members, because jsonb does not preserve their order. */
function inOrder(value: unknown): unknown {
  const plain: unknown = JSON.parse(JSON.stringify(value ?? null));
  return sorted(plain);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, held]) => [name, sorted(held)] as const);
  return members.sort(([one], [other]) => (one < other ? -1 : 1));
}
