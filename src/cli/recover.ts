// `recover`: after a failover that lost commits, skips and watches the addresses that may have been shown.
import { parseArgs } from 'node:util';
import { networkFacts } from '../features/known/catalog/registry/network-facts.ts';
import { recoverDatabase } from '../features/operations/failover/recover-database.ts';
import type { Command } from './command.ts';
import { withInstance } from './with-instance.ts';
import { fault } from './words.ts';

export const recoverCommand: Command = {
  takes: '[--skip N]',
  about:
    'Run it after a failover or a point-in-time restore that lost commits; the service may be running. ' +
    'Extended public keys skip the addresses that may have been shown (--skip says how many), ' +
    'the skipped addresses are watched, and quotes are made again.',
  async run(args, terminal) {
    const { values } = parseArgs({ args, options: { skip: { type: 'string' } } });
    if (values.skip !== undefined && !/^\d{1,6}$/.test(values.skip))
      throw fault('--skip must be a number from 0 to 999999.');
    const count = values.skip === undefined ? null : Number(values.skip);
    const skipped = await withInstance(terminal, ({ db, clock }, { config }) => {
      const networks = new Map(config.networks.map((network) => [network.symbol, networkFacts(network)]));
      return recoverDatabase({ db, networks, now: clock.now() }, { count });
    });
    for (const { walletId, from, to } of skipped ?? []) {
      terminal.output.write(
        `Wallet ${walletId} continues with address ${to}: those from ${from} on may have been shown. ` +
          'They are watched, and a wallet program must look that far ahead (its gap limit).\n',
      );
    }
    terminal.output.write('Recovered: quotes are made again.\n');
    return 0;
  },
};
