// Generates a document for each built-in network, and their list, from the registry.
import { endpointVariable, type NetworkEntry } from '../../../src/core/config/network-entry.ts';
import { finalityOf } from '../../../src/features/known/catalog/registry/network-facts.ts';
import { registry } from '../../../src/features/known/catalog/registry.ts';
import type { GeneratedDocument } from '../generated-documents.ts';
import { familyNotes } from './family-notes.ts';
import { code, table } from './table.ts';

export function networkDocuments(): GeneratedDocument[] {
  return [
    { path: 'docs/reference/networks.md', text: listText() },
    ...registry.map((network) => ({
      path: `docs/reference/networks/${network.symbol}.md`,
      text: networkText(network),
    })),
  ];
}

function listText(): string {
  const rows = registry.map((one) => [
    `[${one.name}](networks/${one.symbol}.md)`,
    code(one.symbol),
    one.family,
    one.test ? 'test' : 'main',
    [one.native, ...one.tokens].map(({ symbol }) => symbol).join(', '),
  ]);
  return [
    '# Networks',
    '',
    '<!-- Written by `npm run docs`. -->',
    '',
    'These networks are built in. Each one except [`test`](networks/test.md) needs an endpoint: see',
    '[Add a network](../how-to/add-a-network.md).',
    'Any setting can be changed in the [configuration file](configuration.md).',
    '',
    ...table(['Network', 'Symbol', 'Type', 'Kind', 'Coins'], rows),
    '',
  ].join('\n');
}

function networkText(network: NetworkEntry): string {
  const tokens = network.tokens.map((one) => [
    code(one.symbol),
    one.name,
    String(one.decimals),
    code(one.contract),
    one.peg ?? '',
  ]);
  const listed = [
    'Only these contracts count; other contracts with the same name do not. See [Tokens](../tokens.md).',
    '',
    ...table(['Symbol', 'Name', 'Decimals', 'Contract', 'Currency'], tokens),
  ];
  return [
    `# ${network.name}`,
    '',
    '<!-- Written by `npm run docs`. -->',
    '',
    ...table(['Setting', 'Value'], factsOf(network)),
    '',
    '## Notes',
    '',
    ...familyNotes(network).map((note) => `- ${note}`),
    '',
    ...(tokens.length === 0 ? [] : ['## Tokens', '', ...listed, '']),
  ].join('\n');
}

function factsOf(network: NetworkEntry): string[][] {
  const { symbol, name, decimals } = network.native;
  const idle = network.idleMillis === undefined ? (network.test ? null : 150_000) : network.idleMillis;
  return [
    ['Symbol in the API', code(network.symbol)],
    [
      'Endpoints',
      network.hasTestChain === true ? 'none: the service makes its blocks' : code(endpointVariable(network.symbol)),
    ],
    ['`type`', code(network.family)],
    ...(network.chainId === null ? [] : [['`chain_id`', code(String(network.chainId))]]),
    ...(network.params === null ? [] : [['`params`', code(network.params)]]),
    ['Kind', network.test ? 'test network, for development apps' : 'main network, for production apps'],
    ['Native coin', `${name} (${code(symbol)}), ${decimals} decimals`],
    ['`confirmations`', String(network.confirmations)],
    ['`finality`', finalityWords(network)],
    ['`reorg_depth`', `${network.reorgDepth} blocks`],
    ['`poll_interval_ms`', String(network.pollIntervalMs)],
    ['`idle_every`', idle === null ? '`never`' : `${idle / 1000} s`],
    ['Explorer', network.explorerTransaction === null ? 'none' : code(network.explorerTransaction)],
  ];
}

function finalityWords(network: NetworkEntry): string {
  const finality = finalityOf(network);
  if (finality === undefined) return 'none: no block is ever final';
  if ('depth' in finality) return `${finality.depth} blocks`;
  const always = finality.always === true ? '; every payment waits for it' : '';
  return `the tag ${code(finality.tag)}, degraded after ${finality.stalledAfterSeconds} s without a move${always}`;
}
