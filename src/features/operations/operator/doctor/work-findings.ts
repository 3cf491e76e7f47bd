// Findings about background work: overdue deliveries and mails, disabled webhooks, broken money invariants, and missing
// tables.
import type { DeliveryBacklog, MailBacklog } from '../../reports/figures/figure-store.ts';
import type { LawRun } from '../../reports/laws/law-run-store.ts';
import { type Finding, listed } from './finding.ts';

export interface Work {
  readonly deliveries: DeliveryBacklog;
  /** Recently disabled webhooks, by reason. */
  readonly off: readonly { readonly reason: string; readonly count: number }[];
  readonly mails: MailBacklog;
  readonly laws: LawRun;
  /** The time up to which event tables exist; null if there is none. */
  readonly weeksUntil: Date | null;
}

const longestDueSeconds = 300;
const longestLookMillis = 72 * 3_600_000;
/** A worker creates them five weeks ahead. */
const fewestWeeksMillis = 7 * 24 * 3_600_000;

export function workFindings({ deliveries, off, mails, laws, weeksUntil }: Work, now: Date): Finding[] {
  return [
    { what: 'deliveries', ...deliveriesSay(deliveries) },
    { what: 'webhooks', ...webhooksSay(off) },
    { what: 'mails that wait', ...mailsSay(mails) },
    { what: 'laws of money', ...lawsSay(laws, now) },
    { what: 'weeks of events', ...weeksSay(weeksUntil, now) },
  ];
}

type Said = Omit<Finding, 'what'>;

function deliveriesSay({ pending, oldestDueSeconds }: DeliveryBacklog): Said {
  const waiting = pending === 0 ? 'none waits' : `${pending} ${pending === 1 ? 'is' : 'are'} still to be made`;
  if (oldestDueSeconds === null || oldestDueSeconds <= longestDueSeconds) return { isGood: true, says: waiting };
  const minutes = Math.round(oldestDueSeconds / 60);
  return { isGood: false, says: `one has been due for ${minutes} minutes; ${waiting}. Is a worker running?` };
}

function webhooksSay(off: Work['off']): Said {
  if (off.length === 0) return { isGood: true, says: 'none was disabled within 30 days' };
  const words: Readonly<Record<string, string>> = {
    failing: 'failed for five days: notify their merchants',
    gone: 'answered that they want no more events: notify their merchants',
    tampered: 'were changed directly in the database: find out who writes to it',
  };
  return {
    isGood: false,
    says: `switched off: ${off.map(({ reason, count }) => `${count} ${words[reason] ?? reason}`).join('; ')}`,
  };
}

function mailsSay({ waiting, failing, oldestDueSeconds }: MailBacklog): Said {
  if (failing > 0)
    return { isGood: false, says: `${failing} of ${waiting} could not be sent. Check SMTP_URL and the log` };
  if (oldestDueSeconds !== null && oldestDueSeconds > longestDueSeconds)
    return { isGood: false, says: `${waiting} wait and are not sent. Is a worker running?` };
  return { isGood: true, says: waiting === 0 ? 'none' : `${waiting}, and they are being sent` };
}

function lawsSay({ endedAt, broken, failure }: LawRun, now: Date): Said {
  if (broken.length > 0)
    return {
      isGood: false,
      says: `broken: ${listed(broken)}. Make a backup, and see /docs/how-to/runbook#quittancelawbroken`,
    };
  if (failure !== null)
    return { isGood: false, says: `could not be checked: ${failure.replace(/\.$/, '')}. It runs again at night` };
  if (endedAt === null) return { isGood: true, says: 'not checked yet: a worker does so in its first minutes' };
  const ageMillis = now.getTime() - endedAt.getTime();
  const says = `held at ${endedAt.toISOString()}`;
  if (ageMillis <= longestLookMillis) return { isGood: true, says };
  return { isGood: false, says: `${says}, and have not been checked since. Is a worker running at night?` };
}

function weeksSay(until: Date | null, now: Date): Said {
  const says = until === null ? 'there are no tables' : `there are tables until ${until.toISOString().slice(0, 10)}`;
  if (until !== null && until.getTime() - now.getTime() >= fewestWeeksMillis) return { isGood: true, says };
  return {
    isGood: false,
    says: `${says}: later events are kept, and deleted slowly. Is a worker running? Its log says why it made none`,
  };
}
