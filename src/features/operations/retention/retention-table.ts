// What is deleted once nobody can ask for it any more, and how long each of it is kept: the one list.
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
import { deleteEventsOfNoWeek, eventsKeptMillis } from './keep-weeks.ts';

export interface Retention {
  /** As the log names it. */
  readonly what: string;
  /** How long it is kept after it was made, or, where it has an end of its own, after that. */
  readonly keptMillis: number;
  /** Deletes at most so many of what was made, or ended, before then; answers how many. */
  delete(db: Queryable, before: Date, limit: number): Promise<number>;
}

const minute = 60_000;
const hour = 60 * minute;

export const retentions: readonly Retention[] = [
  // Promised for 24 hours.
  { what: 'answers kept for repeats', keptMillis: 48 * hour, delete: deleteOldAnswers },
  // The others go week by week: see keep-weeks.ts.
  { what: 'events of no week', keptMillis: eventsKeptMillis, delete: deleteEventsOfNoWeek },
  { what: 'sessions', keptMillis: 0, delete: deleteEndedSessions },
  { what: 'mailed links', keptMillis: 0, delete: deleteExpiredLinks },
  // The team sees for a month that nobody came, and may ask again.
  { what: 'invitations that ended', keptMillis: 30 * 24 * hour, delete: deleteEndedInvitations },
  { what: 'notices of changed credentials', keptMillis: 0, delete: deleteExpiredNotices },
  // Twice as long as the silence that the new address may have to wait for.
  { what: 'changes of an e-mail address that wait', keptMillis: 14 * 24 * hour, delete: deleteOldEmailChanges },
  { what: 'counts of sign-ins', keptMillis: 0, delete: deleteEndedWindows },
  { what: 'counts of mails', keptMillis: 0, delete: deleteEndedBudgets },
  { what: 'mails that were held back', keptMillis: heldBackMillis, delete: deleteOldHeldBack },
  // A minute more where the clock of another node may be behind.
  { what: 'OAuth2 codes and tokens', keptMillis: minute, delete: deleteExpiredArtifacts },
  { what: 'counts of requests', keptMillis: minute, delete: deleteRequestCounts },
  // Far longer than any reorg could bring one of them back into the mempool.
  { what: 'ancestors of mined transactions', keptMillis: 30 * 24 * hour, delete: deleteOldAncestry },
  // Far longer than any reorg could give one of them to an expected transfer.
  { what: 'outgoing transfers that nothing expected', keptMillis: 30 * 24 * hour, delete: deleteUnexpected },
  // As long as one that was sent in time may wait for its confirmations.
  { what: 'payments that prove control of an address', keptMillis: depthMillis, delete: deleteEndedPayments },
  // Their files are removed where they are: see uploads/remove-files.ts.
  { what: 'uploads that no app shows', keptMillis: unusedMillis, delete: deleteUnusedUploads },
];
