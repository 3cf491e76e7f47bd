// `user confirm`: a person whose row somebody changed in the database may sign in again, as the row is now.
import { parseArgs } from 'node:util';
import { confirmUser } from '../../features/people/identity/confirm-user.ts';
import type { Command } from '../command.ts';
import { withInstance } from '../with-instance.ts';
import { fault, required } from '../words.ts';

export const confirmUserCommand: Command = {
  takes: '--email E',
  about: [
    'Accepts the present values of a user whose e-mail address, second factor or role was changed in the database',
    'without the service, so that the user can sign in again. Check them first: an operator runs the instance.',
  ].join(' '),
  async run(args, terminal) {
    const { values } = parseArgs({ args, options: { email: { type: 'string' } } });
    const email = required('--email', values.email);
    const user = await withInstance(terminal, (instance) => confirmUser(instance, email));
    if (user === null) throw fault(`There is nobody with the e-mail ${email}.`);
    terminal.output.write(`Confirmed ${user.role} ${user.email}\n`);
    return 0;
  },
};
