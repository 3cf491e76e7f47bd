// Counts the invoices that visitors request at an app's pages, across all processes, and rejects requests beyond the
// limits.
import { createHash } from 'node:crypto';
import { isNearlyCrowded, mayMakeInvoice, mostOfVisitorFor } from '../../../../core/access/visitor-bounds.ts';
import { clientKey, isPrivateAddress } from '../../../../core/client-key.ts';
import { Problem } from '../../../../core/problem.ts';
import type { Instance } from '../../../instance.ts';
import { countRequest } from '../../../known/requests/request-count-store.ts';
import { noteCrowd } from './visitor-store.ts';

const minuteMillis = 60_000;
const hourMillis = 60 * minuteMillis;

/** Counts one request. Throws Problem rate_limited. */
export type CountVisitor = (appId: string, address: string) => Promise<void>;

export function visitorCounter({ db, clock }: Pick<Instance, 'db' | 'clock'>): CountVisitor {
  const count = (name: string, now: Date, windowMillis: number) =>
    countRequest(db, createHash('sha256').update(name).digest(), windowEnd(now, windowMillis));
  // A rejected visitor stays rejected until the minute ends, without a query.
  const refused = new Set<string>();
  let refusedUntil = 0;
  return async (appId, address) => {
    const now = clock.now();
    const endsAt = windowEnd(now, minuteMillis);
    if (endsAt.getTime() !== refusedUntil) refused.clear();
    refusedUntil = endsAt.getTime();
    const visitor = `visitor ${appId} ${clientKey(address)}`;
    const refuse = (): never => {
      refused.add(visitor);
      const seconds = Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1000));
      throw new Problem('rate_limited', { headers: { 'retry-after': String(seconds) } });
    };
    if (refused.has(visitor)) refuse();
    const [minute, hour] = await Promise.all([
      count(`${visitor} minute`, now, minuteMillis),
      count(`${visitor} hour`, now, hourMillis),
    ]);
    const inHouse = isPrivateAddress(address);
    // A request beyond the visitor's own limit does not count for the app, so a single visitor cannot exhaust the app's
    // limit.
    if (minute > mostOfVisitorFor(inHouse)) refuse();
    const ofApp = await count(`visitors ${appId}`, now, minuteMillis);
    if (isNearlyCrowded(ofApp) && ofApp % crowdStep === 0) await noteCrowd(db, appId, now);
    if (!mayMakeInvoice({ ofVisitor: { minute, hour }, ofApp, isPrivateAddress: inHouse })) refuse();
  };
}

/** Near the limit, the crowd is recorded again after this many further requests. */
const crowdStep = 20;

function windowEnd(now: Date, windowMillis: number): Date {
  return new Date((Math.floor(now.getTime() / windowMillis) + 1) * windowMillis);
}
