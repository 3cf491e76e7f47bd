// The list of records that are deleted when they are no longer needed, with the time for which each is kept.
import { depthMillis } from '../../../core/payment/receiving/proof-of-control.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { deleteUnexpected } from '../../evidence/outgoing/outgoing-store.ts';
import { deleteEndedBudgets, deleteOldHeldBack, heldBackMillis } from '../../known/mails/budget-store.ts';
import { deleteOldAncestry } from '../../known/networks/unconfirmed-store.ts';
import { deleteRequestCounts } from '../../known/requests/request-count-store.ts';
import { deleteOldAnswers } from '../../known/requests/store.ts';
import { deleteEndedInvitations } from '../../people/apps/team/member-store.ts';
import { deleteOldEmailChanges } from '../../people/identity/email-change/email-change-store.ts';
import { deleteExpiredNotices } from '../../people/identity/notices/notice-store.ts';
import { deleteEndedSessions, deleteExpiredLinks } from '../../people/identity/session-store.ts';
import { deleteEndedWindows } from '../../people/identity/sign-in/attempt-store.ts';
import { deleteExpiredArtifacts } from '../../people/oauth2/provider/artifact-store.ts';
import { unusedMillis } from '../../people/uploads/remove-files.ts';
import { deleteUnusedUploads } from '../../people/uploads/store.ts';
import { deleteEndedPayments } from '../../receiving/addresses/ownership/payment/payment-store.ts';
import { shownMillis as callsShownMillis, deleteOldCalls } from '../request-log/request-log-store.ts';
import { deleteEventsOfNoWeek, eventsKeptMillis } from './keep-weeks.ts';

export interface Retention {
  /** The name in the log. */
  readonly what: string;
  /** The time for which a record is kept after its creation, or after its own end if it has one. */
  readonly keptMillis: number;
  /** Deletes at most `limit` records that were made, or ended, before then. Returns their number. */
  delete(db: Queryable, before: Date, limit: number): Promise<number>;
}

const minute = 60_000;
const hour = 60 * minute;

export const retentions: readonly Retention[] = [
  // 24 hours are promised.
  { what: 'stored answers for repeated requests', keptMillis: 48 * hour, delete: deleteOldAnswers },
  // One hour longer than calls are shown, so that paging through the list finds no gap at its end.
  { what: 'logged API calls', keptMillis: callsShownMillis + hour, delete: deleteOldCalls },
  // Other events are dropped by week: see keep-weeks.ts.
  { what: 'events outside the weekly tables', keptMillis: eventsKeptMillis, delete: deleteEventsOfNoWeek },
  { what: 'sessions', keptMillis: 0, delete: deleteEndedSessions },
  { what: 'mailed links', keptMillis: 0, delete: deleteExpiredLinks },
  // The team sees an unused invitation for a month and can send it again.
  { what: 'ended invitations', keptMillis: 30 * 24 * hour, delete: deleteEndedInvitations },
  { what: 'notices of changed credentials', keptMillis: 0, delete: deleteExpiredNotices },
  // Twice the longest time that a new address may have to wait.
  { what: 'waiting changes of e-mail addresses', keptMillis: 14 * 24 * hour, delete: deleteOldEmailChanges },
  { what: 'counts of sign-ins', keptMillis: 0, delete: deleteEndedWindows },
  { what: 'counts of mails', keptMillis: 0, delete: deleteEndedBudgets },
  { what: 'mails that were held back', keptMillis: heldBackMillis, delete: deleteOldHeldBack },
  // Allows for a minute of difference between the clocks of two nodes.
  { what: 'OAuth2 codes and tokens', keptMillis: minute, delete: deleteExpiredArtifacts },
  { what: 'counts of requests', keptMillis: minute, delete: deleteRequestCounts },
  // Far longer than any reorg could return one of them to the mempool.
  { what: 'ancestors of mined transactions', keptMillis: 30 * 24 * hour, delete: deleteOldAncestry },
  // Far longer than any reorg could match one of them with an expected transfer.
  { what: 'unexpected outgoing transfers', keptMillis: 30 * 24 * hour, delete: deleteUnexpected },
  // As long as a payment sent in time may wait for its confirmations.
  { what: 'payments that prove control of addresses', keptMillis: depthMillis, delete: deleteEndedPayments },
  // Files are removed separately: see uploads/remove-files.ts.
  { what: 'unused uploads', keptMillis: unusedMillis, delete: deleteUnusedUploads },
];
