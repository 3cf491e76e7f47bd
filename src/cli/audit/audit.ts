// `audit`: verifies the audit log and the receiving addresses with the instance's key, exports the log, and recounts a
// network's payments.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { parseArgs } from 'node:util';
import { findForeignRows } from '../../features/known/row-seals/foreign-rows.ts';
import { listMisplaced } from '../../features/money/payments/transfer-store.ts';
import { checkAuditChains } from '../../features/people/audit/check-chain.ts';
import { auditLines } from '../../features/people/audit/export-log.ts';
import { compareAddresses } from '../../features/receiving/addresses/payout-lock/compare-addresses.ts';
import { resumeIfWell } from '../../features/receiving/addresses/payout-lock/resume-if-well.ts';
import { settleFindings } from '../../features/receiving/tamper-alarms/settle-findings.ts';
import type { Queryable } from '../../io/db/database.ts';
import type { Command } from '../command.ts';
import { withInstance } from '../with-instance.ts';
import { fault } from '../words.ts';
import { rebuild } from './rebuild.ts';

const about = [
  'Verifies the audit log, the receiving addresses, and the signed rows of people, tokens, programs and money. Prints',
  'the first broken entry of each log and every row that was changed outside the service, and exits with 1 if there is',
  'any. An app with a changed address makes no quotes until its rows are as the service wrote them. --export writes',
  'the log as JSON lines. --rebuild rereads all blocks of a network, from before the first address was shown, compares',
  'them with the recorded transfers, and checks that invoices agree with these;',
  'it changes nothing, and the service may be running.',
].join(' ');

export const auditCommand: Command = {
  takes: '[--export FILE] [--rebuild NETWORK [--from HEIGHT]]',
  about,
  async run(args, terminal) {
    const { values } = parseArgs({ args, options });
    if (values.from !== undefined && !/^\d{1,15}$/.test(values.from))
      throw fault('--from must be the height of a block.');
    if (values.from !== undefined && values.rebuild === undefined) throw fault('--from belongs to --rebuild NETWORK.');
    return withInstance(
      terminal,
      async (instance, { databaseUrl }) => {
        if (values.export !== undefined) await exportTo(values.export, auditLines(instance.db));
        const broken = await checkAuditChains(instance);
        for (const { ownerId, sequence, entryId, why } of broken)
          terminal.output.write(
            `The audit log of ${ownerId} is broken at entry ${sequence}${named(entryId)}: ${reasons[why]}.\n`,
          );
        const strange = await compareAddresses(instance);
        for (const { appId, addressId } of strange)
          terminal.output.write(
            `The address ${addressId} of the app ${appId} is not as its owner entered it: the app makes no quotes.\n`,
          );
        const foreign = [...(await findForeignRows(instance)), ...(await listMisplaced(instance.db))];
        for (const { table, key } of foreign)
          terminal.output.write(`The row ${key} of ${table} was changed outside the service: it is not used.\n`);
        const keys = new Set(foreign.map(({ key }) => key));
        const resume = (trx: Queryable, appId: string) => resumeIfWell(trx, instance, appId);
        for (const appId of await settleFindings(instance, keys, resume))
          terminal.output.write(`The records of the app ${appId} are valid again: it may make quotes.\n`);
        const isWell = broken.length + strange.length + foreign.length === 0;
        if (isWell)
          terminal.output.write('The audit log, the receiving addresses and all signed rows are unchanged.\n');
        const { rebuild: networkName } = values;
        const from = values.from === undefined ? null : Number(values.from);
        const isSame =
          networkName === undefined || (await rebuild(instance, { networkName, from, databaseUrl }, terminal));
        return isWell && isSame ? 0 : 1;
      },
      { isQuiet: true },
    );
  },
};

const options = { export: { type: 'string' }, rebuild: { type: 'string' }, from: { type: 'string' } } as const;

const named = (entryId: string | null) => (entryId === null ? '' : ` (${entryId})`);

const reasons = {
  missing: 'it is missing',
  changed: 'it or an earlier entry was changed',
  not_ours: 'it was not written with the key of this instance',
  end_changed: 'the end of the log was changed',
} as const;

async function exportTo(path: string, lines: AsyncIterable<string>): Promise<void> {
  const file = createWriteStream(path, { mode: 0o600 });
  await once(file, 'open');
  for await (const line of lines) if (!file.write(line)) await once(file, 'drain');
  file.end();
  await once(file, 'finish');
}
