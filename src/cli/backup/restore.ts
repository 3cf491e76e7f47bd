// `restore`: replaces the instance with a backup, completely or not at all.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { networkFacts } from '../../features/known/catalog/registry/network-facts.ts';
import { registry } from '../../features/known/catalog/registry.ts';
import { loadConfig } from '../../io/config-file.ts';
import { readEnvironment } from '../../io/environment.ts';
import { createLog } from '../../io/log.ts';
import { reachDatabase } from '../../roles/open-database.ts';
import type { Command } from '../command.ts';
import type { Terminal } from '../terminal.ts';
import { fault } from '../words.ts';
import { type CheckedBackup, checkBackup } from './check-backup.ts';
import { loadInstance } from './load-instance.ts';
import { amount, progressOn } from './progress.ts';
import { placeKey, requireKey } from './restored-key.ts';
import { type TriedBackup, tryBackup } from './try-backup.ts';

export const restoreCommand: Command = {
  takes: 'FILE [--check] [--identity FILE] [--replace] [--skip N]',
  about:
    'Restores a backup: checks the whole file first, then writes all of it or nothing. ' +
    'The service must be stopped. --check restores the file into a temporary database instead, ' +
    'checks the laws of money there, and deletes that database; the service may run. ' +
    '--identity names the file with the age key of an encrypted backup. ' +
    '--replace overwrites an instance that has accounts. ' +
    'Extended public keys skip the addresses that may have been shown since the backup (--skip says how many).',
  async run(args, terminal) {
    const { values, positionals } = parseArgs({
      args,
      options: {
        check: { type: 'boolean' },
        identity: { type: 'string' },
        replace: { type: 'boolean' },
        skip: { type: 'string' },
      },
      allowPositionals: true,
    });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw fault('Give one FILE to restore.');
    if (values.skip !== undefined && !/^\d{1,6}$/.test(values.skip))
      throw fault('--skip must be a number from 0 to 999999.');
    const path = resolve(file);
    const environment = readEnvironment(terminal.variables);
    const { networks } = await loadConfig(environment, registry);
    const identities = values.identity === undefined ? null : await identitiesIn(values.identity);
    const checked = await checkBackup(path, identities);
    const facts = new Map(networks.map((network) => [network.symbol, networkFacts(network)]));
    if (values.check === true) {
      terminal.output.write(`${path} is complete: a backup of ${checked.head.made_at}, ${keyWords(checked)}.\n`);
      return saysTried(
        await tryBackup(path, { environment, identities, networks: facts, progressOf: progressOn(terminal) }),
        terminal,
      );
    }
    await requireKey(checked, environment);
    const database = await reachDatabase(environment, createLog('warn', terminal.errors));
    try {
      const done = await loadInstance(path, {
        databaseUrl: database.url,
        environment,
        identities,
        replaces: values.replace === true,
        progressOf: progressOn(terminal),
        skip: values.skip === undefined ? null : Number(values.skip),
        networks: facts,
        placeKey: () => placeKey(checked, environment, terminal),
      });
      terminal.output.write(
        `Restored ${amount(done.rows, 'row')} and ${amount(done.pictures, 'picture')} of ${checked.head.made_at}.\n`,
      );
      for (const { walletId, from, to } of done.skipped) {
        terminal.output.write(
          `Wallet ${walletId} continues with address ${to}: ` +
            `those from ${from} on may have been shown since the backup. ` +
            'They are watched, and a wallet program must look that far ahead (its gap limit).\n',
        );
      }
      return 0;
    } finally {
      await database.stop();
    }
  },
};

/** Returns the exit code. */
function saysTried({ rows, pictures, broken }: TriedBackup, terminal: Terminal): number {
  const loaded = `${amount(rows, 'row')} and ${amount(pictures, 'picture')} restored into a temporary database`;
  if (broken.length === 0) {
    terminal.output.write(`${loaded}, and every law of money holds there.\n`);
    return 0;
  }
  terminal.output.write(`${loaded}, and ${broken.length} laws of money do not hold there:\n`);
  for (const { law, rows: first } of broken) terminal.output.write(`  ${law}: ${JSON.stringify(first[0])}\n`);
  return 1;
}

async function identitiesIn(path: string): Promise<string[]> {
  return (await import('../../io/files/age-file.ts')).readIdentities(resolve(path));
}

function keyWords({ key }: CheckedBackup): string {
  return key === null ? 'without the secret key' : 'with the secret key';
}
