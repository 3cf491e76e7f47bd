// `audit`: checks the audit log and the receiving addresses against the instance's key, exports the log, and counts a
// network's payments again.
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
  'Checks that the audit log and the receiving addresses are unchanged. It names the first broken entry of each log,',
  'and each row of users, tokens, programs and money with values that the service did not write, and exits with 1 if',
  'it finds any. It stops the quotes of an app with an unknown address, and allows quotes again for an app with valid',
  'rows. --export writes the log as JSON lines. --rebuild reads all blocks of a network again, from before the first',
  'address was shown, and compares them with the recorded payments, and these with the invoices; it changes nothing,',
  'and the service may run meanwhile.',
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
            `The address ${addressId} of the app ${appId} is not as its owner entered it: the app quotes nothing.\n`,
          );
        const foreign = [...(await findForeignRows(instance)), ...(await listMisplaced(instance.db))];
        for (const { table, key } of foreign)
          terminal.output.write(`The row ${key} of ${table} is not as the service wrote it: it is not used.\n`);
        const keys = new Set(foreign.map(({ key }) => key));
        const resume = (trx: Queryable, appId: string) => resumeIfWell(trx, instance, appId);
        for (const appId of await settleFindings(instance, keys, resume))
          terminal.output.write(`The records of the app ${appId} are as they were written again: it may quote.\n`);
        const isWell = broken.length + strange.length + foreign.length === 0;
        if (isWell)
          terminal.output.write(
            'The audit log, the receiving addresses and all signed rows are as they were written.\n',
          );
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
  changed: 'it or what came before it was changed',
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
