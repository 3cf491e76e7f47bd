// All SQL of forwarding headers that arrived while TRUST_PROXY is off.
import type { Queryable } from '../../../../io/db/database.ts';
import type { ForwardingHeader } from '../../../../io/http/edge/forwarding-headers.ts';

export interface UntrustedForwarding extends ForwardingHeader {
  /** The sender is on this machine or in its private network. */
  readonly isPrivateAddress: boolean;
  readonly seenAt: Date;
}

/** Replaces the previous record, separately for private and public senders. */
export async function recordForwarding(
  db: Queryable,
  { isPrivateAddress, header, sender, seenAt }: UntrustedForwarding,
): Promise<void> {
  await db.query(
    `insert into untrusted_forwarding (is_in_house, header, sender, seen_at) values ($1, $2, $3, $4)
     on conflict (is_in_house) do update
       set header = excluded.header, sender = excluded.sender, seen_at = excluded.seen_at`,
    [isPrivateAddress, header, sender, seenAt],
  );
}

/** Returns the headers seen since then, private senders first. */
export function listForwarding(db: Queryable, since: Date): Promise<UntrustedForwarding[]> {
  return db.query<UntrustedForwarding>(
    `select is_in_house as "isPrivateAddress", header, sender, seen_at as "seenAt" from untrusted_forwarding
     where seen_at > $1 order by is_in_house desc`,
    [since],
  );
}
