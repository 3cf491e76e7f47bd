// `network resume`: resumes a halted network.
import { parseArgs } from 'node:util';
import { type Refusal, resumeNetwork } from '../../features/evidence/chain-sync/resume-network.ts';
import type { Chain } from '../../io/chains/chain.ts';
import type { Command } from '../command.ts';
import { withInstance } from '../with-instance.ts';
import { fault } from '../words.ts';
import { withChain } from './with-chain.ts';

export const resumeNetworkCommand: Command = {
  takes: 'NAME [--from HEIGHT|finalized]',
  about:
    'Resumes a halted network. It goes back to the newest recorded block that is on the chain now, ' +
    'or to the block that --from names, takes back the payments of later blocks, and reads on from there.',
  async run(args, terminal) {
    const { values, positionals } = parseArgs({
      args,
      options: { from: { type: 'string' } },
      allowPositionals: true,
    });
    const [name, ...more] = positionals;
    if (name === undefined || more.length > 0) throw fault('Give the NAME of one network, as network list shows it.');
    if (values.from !== undefined && !/^(\d{1,15}|finalized)$/.test(values.from))
      throw fault('--from must be the height of a block, or finalized.');
    const done = await withInstance(terminal, (instance) =>
      withChain(instance, name, async (network, chain) =>
        resumeNetwork(instance, { network, chain, height: await heightOf(chain, values.from) }),
      ),
    );
    if (typeof done === 'string' || 'recordedBelow' in done) throw fault(refusal(name, done));
    const { from, head, before } = done;
    terminal.output.write(
      `${name} resumes from block ${from}${before === null ? '' : ` (it had been read up to ${before})`}; ` +
        `the head is ${head}. The payments of later blocks were taken back, and those blocks are read again.\n`,
    );
    return 0;
  },
};

async function heightOf(chain: Chain, text: string | undefined): Promise<number | null> {
  if (text !== 'finalized') return text === undefined ? null : Number(text);
  const height = await chain.finalized();
  if (height === null) throw fault('--from finalized: this network has no finality. Give a height.');
  return height;
}

function refusal(name: string, why: Refusal): string {
  if (why === 'not_halted') return `The network ${name} is not halted; nothing was changed.`;
  if (why === 'above_head') return '--from is above the newest block of the chain.';
  if (why === 'nothing_shared')
    return (
      'No recorded block is on the chain that the endpoint shows: is it the right chain? ' +
      'If it is (a test chain that was restarted), add --from HEIGHT; 0 reads all of it.'
    );
  return (
    `Block ${why.recordedBelow.number} has recorded payments, ` +
    'and is not on the chain that the endpoint shows: --from must be below it.'
  );
}
