// `user confirm`: confirms a person's row that was changed directly in the database, so that the person may sign in
// again.
import { parseArgs } from 'node:util';
import { confirmUser } from '../../features/people/identity/confirm-user.ts';
import type { Command } from '../command.ts';
import { withInstance } from '../with-instance.ts';
import { fault, required } from '../words.ts';

export const confirmUserCommand: Command = {
  takes: '--email E',
  about: [
    'Confirms an e-mail address, second factor or role that was changed directly in the database, so that the person can',
    'sign in again. Check first that the change is right: a confirmed operator can run the instance.',
  ].join(' '),
  async run(args, terminal) {
    const { values } = parseArgs({ args, options: { email: { type: 'string' } } });
    const email = required('--email', values.email);
    const user = await withInstance(terminal, (instance) => confirmUser(instance, email));
    if (user === null) throw fault(`No person has the e-mail ${email}.`);
    terminal.output.write(`Confirmed ${user.role} ${user.email}\n`);
    return 0;
  },
};
