// Records the rows that stores found changed outside the service, each in a commit of its own.
import type { TamperedRow } from '../../../io/db/sealed/row-guard.ts';
import type { Instance } from '../../instance.ts';
import type { NotedRows } from '../../known/row-seals/row-guard.ts';
import type { Finding } from './finding.ts';
import { reportTamperedMember } from './report-tampered-member.ts';
import { stopQuotes } from './stop-quotes.ts';

/** `stop` waits for recordings in progress. */
export function recordFindings(instance: Instance, noted: NotedRows): { stop(): Promise<void> } {
  let recording = Promise.resolve();
  noted.onRow = (row) => {
    if (row.appId === null)
      instance.log.error(
        { event: `${row.kind}.tampered`, id: row.id },
        'a row was changed directly in the database; it is not used. See quittance audit',
      );
    const finding = findingOf(row);
    if (finding === null) return;
    const record = finding.subjectType === 'member' ? reportTamperedMember : stopQuotes;
    recording = recording
      .then(() => record(instance, finding))
      .catch((error: unknown) => instance.log.error({ err: error, ...row }, 'could not record a changed row'));
  };
  return {
    async stop() {
      delete noted.onRow;
      await recording;
    },
  };
}

/** Returns null if the finding is recorded elsewhere: the delivery of a changed webhook disables it. */
function findingOf({ kind, id, appId }: TamperedRow): Finding | null {
  const subjectType = subjectTypes[kind];
  return subjectType === undefined || appId === null ? null : { appId, subjectType, subjectId: id };
}

const subjectTypes: Readonly<Partial<Record<string, Finding['subjectType']>>> = {
  app_address: 'address',
  recipient: 'transaction',
  app_member: 'member',
  app: 'app',
  payment_link: 'payment_link',
  app_cryptocurrency: 'app_cryptocurrency',
  payout_change: 'payout_change',
  invoice: 'invoice',
  transaction: 'transaction',
  credit: 'credit',
  transfer: 'transfer',
  payment_claim: 'payment_claim',
  refund: 'refund',
  refund_psbt: 'refund_psbt',
  slug_change: 'slug_change',
  event: 'event',
};
