// `audit`: checks the audit log and the receiving addresses against the instance's key, and exports the log.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { parseArgs } from 'node:util';
import { compareAddresses } from '../features/addresses/payout-lock/compare-addresses.ts';
import { checkAuditChains } from '../features/audit/check-chain.ts';
import { auditLines } from '../features/audit/export-log.ts';
import type { Command } from './command.ts';
import { withInstance } from './with-instance.ts';

export const auditCommand: Command = {
  takes: '[--export FILE]',
  about:
    'Checks that the audit log and the receiving addresses are as they were written, says the first broken entry of each log, and exits with 1 where anything is wrong. Quotes of an app with a strange address stop. --export writes the log as JSON lines.',
  async run(args) {
    const { values } = parseArgs({ args, options: { export: { type: 'string' } } });
    return withInstance(
      async (instance) => {
        if (values.export !== undefined) await exportTo(values.export, auditLines(instance.db));
        const broken = await checkAuditChains(instance);
        for (const { ownerId, sequence, entryId, why } of broken)
          process.stdout.write(
            `The audit log of ${ownerId} is broken at entry ${sequence}${entryId === null ? '' : ` (${entryId})`}: ${reasons[why]}.\n`,
          );
        const strange = await compareAddresses(instance);
        for (const { appId, addressId } of strange)
          process.stdout.write(
            `The address ${addressId} of the app ${appId} is not as its owner entered it: the app quotes nothing.\n`,
          );
        if (broken.length + strange.length > 0) return 1;
        process.stdout.write('The audit log and the receiving addresses are as they were written.\n');
        return 0;
      },
      { isQuiet: true },
    );
  },
};

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
