// `setup-link`: prints the link that creates the first account, while there is none.
import { parseArgs } from 'node:util';
import { offerSetUp } from '../../features/people/identity/set-up/offer-set-up.ts';
import { readEnvironment } from '../../io/environment.ts';
import type { Command } from '../command.ts';
import { withInstance } from '../with-instance.ts';
import { fault } from '../words.ts';

export const setupLinkCommand: Command = {
  takes: '',
  about: [
    'Prints the link that creates the first account, an operator. It works once, for 24 hours from now.',
    'Exits with 1 if there is an account already.',
  ].join(' '),
  async run(args, terminal) {
    parseArgs({ args, options: {} });
    const { dataDir } = readEnvironment(terminal.variables);
    const link = await withInstance(terminal, (instance) => offerSetUp(instance, dataDir));
    if (link === null) {
      throw fault('There is an account already. Create further ones with: user create --email E --password-stdin');
    }
    terminal.output.write(`${link}\n`);
    return 0;
  },
};
