// `user reset-factors`: removes a person's passkeys, codes and recovery codes, so that the password alone signs in
// again.
import { parseArgs } from 'node:util';
import { resetFactors } from '../../features/people/identity/reset-factors.ts';
import type { Command } from '../command.ts';
import { withInstance } from '../with-instance.ts';
import { fault, required } from '../words.ts';

export const resetUserFactorsCommand: Command = {
  takes: '--email E',
  about: [
    'Removes the passkeys, the second factor and the recovery codes of a person, ends their sessions and mails them.',
    'Make sure first that the request comes from that person.',
  ].join(' '),
  async run(args, terminal) {
    const { values } = parseArgs({ args, options: { email: { type: 'string' } } });
    const email = required('--email', values.email);
    const reset = await withInstance(terminal, (instance) => resetFactors(instance, email));
    if (reset === 'unknown') throw fault(`No person has the e-mail ${email}.`);
    if (reset === 'tampered')
      throw fault(`The row of ${email} was changed directly in the database. Check it, then run: user confirm.`);
    const { user, passkeys, hadSecondFactor, sessions } = reset;
    const removed = `${passkeys} passkeys and ${hadSecondFactor ? 'the' : 'no'} second factor`;
    terminal.output.write(`Removed ${removed} of ${user.email}, and ended ${sessions} sessions\n`);
    return 0;
  },
};
