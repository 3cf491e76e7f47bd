// `network connect`: connects a network to endpoints, which are checked first.
import { parseArgs } from 'node:util';
import {
  checkConnection,
  saveConnection,
} from '../../features/operations/operator/networks/connect/connect-network.ts';
import { connectionView } from '../../features/operations/operator/networks/connect/connection-view.ts';
import { networkToConnect } from '../../features/operations/operator/networks/connect/network-to-connect.ts';
import { byCommandLine } from '../../features/people/audit/audit-change.ts';
import type { Command } from '../command.ts';
import { withInstance } from '../with-instance.ts';
import { fault } from '../words.ts';
import { checkLines, refusedWords } from './endpoint-lines.ts';

export const connectNetworkCommand: Command = {
  takes: 'NAME URL… | NAME --off',
  about:
    'Connects a network to these endpoints, if each can be used. --off switches the network off and keeps its ' +
    'endpoints. A running service uses the change within seconds.',
  async run(args, terminal) {
    const { values, positionals } = parseArgs({
      args,
      options: { off: { type: 'boolean' } },
      allowPositionals: true,
    });
    const [name, ...urls] = positionals;
    if (name === undefined || (values.off === true) === urls.length > 0)
      throw fault('Give the NAME of a network and its URLs, or --off.');
    const wanted = values.off === true ? { enabled: false } : { endpoints: urls, enabled: true };
    const saved = await withInstance(terminal, (instance) =>
      refusedWords(async () => {
        const checked = await checkConnection(instance, await networkToConnect(instance, name), wanted);
        const by = { ...byCommandLine, personId: null };
        return connectionView(await instance.db.atomically((trx) => saveConnection(trx, instance, by, checked)));
      }),
    );
    terminal.output.write(`${checkLines(saved.checks)}${saved.name} is ${saved.enabled ? 'connected' : 'off'}.\n`);
    return 0;
  },
};
