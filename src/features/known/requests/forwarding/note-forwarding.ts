// Reports forwarding headers that arrive while TRUST_PROXY is off: logs once, and records them for `quittance doctor`.
import { isPrivateAddress } from '../../../../core/client-key.ts';
import type { ForwardingHeader } from '../../../../io/http/edge/forwarding-headers.ts';
import type { Instance } from '../../../instance.ts';
import { recordForwarding } from './forwarding-store.ts';

/** A process writes at most once in this period. */
const recordMillis = 3_600_000;

/** Handles each such header. The request does not wait for the database. */
export function noteForwarding({
  db,
  clock,
  log,
}: Pick<Instance, 'db' | 'clock' | 'log'>): (seen: ForwardingHeader) => void {
  const recordedAt = new Map<boolean, number>();
  return (seen) => {
    const house = isPrivateAddress(seen.sender);
    const seenAt = clock.now();
    if (seenAt.getTime() - (recordedAt.get(house) ?? -recordMillis) < recordMillis) return;
    if (recordedAt.size === 0) {
      log.warn(
        { event: 'forwarding_not_trusted', ...seen },
        'forwarding headers arrive while TRUST_PROXY is off: set it to the addresses of the proxy in front',
      );
    }
    recordedAt.set(house, seenAt.getTime());
    recordForwarding(db, { ...seen, isPrivateAddress: house, seenAt }).catch((error: unknown) =>
      log.warn({ err: error }, 'could not record a forwarding header'),
    );
  };
}
