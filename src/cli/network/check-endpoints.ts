// `network check`: checks endpoints of a network and saves nothing.
import { parseArgs } from 'node:util';
import { readEndpoints } from '../../features/operations/operator/networks/connect/endpoint-body.ts';
import { networkToConnect } from '../../features/operations/operator/networks/connect/network-to-connect.ts';
import { checkView } from '../../features/operations/operator/networks/connect/probe-report.ts';
import { probeEndpoints } from '../../io/chains/probes/probe-endpoints.ts';
import type { Command } from '../command.ts';
import { withInstance } from '../with-instance.ts';
import { fault } from '../words.ts';
import { checkLines, refusedWords } from './endpoint-lines.ts';

export const checkEndpointsCommand: Command = {
  takes: 'NAME [URL…] [--json]',
  about: 'Checks endpoints of a network: those given, or else those in use. Ends with 1 if one cannot be used.',
  async run(args, terminal) {
    const { values, positionals } = parseArgs({
      args,
      options: { json: { type: 'boolean' } },
      allowPositionals: true,
    });
    const [name, ...urls] = positionals;
    if (name === undefined) throw fault('Give the NAME of a network, as network list shows it.');
    const checks = await withInstance(terminal, (instance) =>
      refusedWords(async () => {
        const { target, held } = await networkToConnect(instance, name);
        const inUse = instance.catalog.networkBySymbol(name)?.rpc ?? [];
        const endpoints = urls.length === 0 ? inUse : readEndpoints(urls, held?.endpoints ?? [], target.family);
        if (endpoints.length === 0) throw fault(`The network ${name} has no endpoint. Give a URL.`);
        const reports = await probeEndpoints(target, endpoints, instance.clock.now().getTime() / 1000);
        return reports.map((report, at) => checkView(endpoints[at] as string, report));
      }),
    );
    terminal.output.write(values.json === true ? `${JSON.stringify(checks)}\n` : checkLines(checks));
    return checks.every(({ usable }) => usable) ? 0 : 1;
  },
};
