// `user create`: creates a person who can sign in, and with --admin can run the instance.
import { text as readText } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { addUser } from '../../features/people/identity/add-user.ts';
import { removeSetUpFile } from '../../features/people/identity/set-up/set-up-file.ts';
import { readEnvironment } from '../../io/environment.ts';
import type { Command } from '../command.ts';
import { withInstance } from '../with-instance.ts';
import { fault, required } from '../words.ts';

export const createUserCommand: Command = {
  takes: '--email E --password-stdin [--admin] [--json]',
  about:
    'Creates a person; the password is read from standard input. --admin creates an operator, who can run the instance.',
  async run(args, terminal) {
    const { values } = parseArgs({
      args,
      options: {
        email: { type: 'string' },
        'password-stdin': { type: 'boolean' },
        admin: { type: 'boolean' },
        json: { type: 'boolean' },
      },
    });
    const email = required('--email', values.email);
    if (values['password-stdin'] !== true) throw fault('Add --password-stdin and give the password on standard input.');
    const password = (await readText(terminal.input)).replace(/\r?\n$/, '');
    const user = await withInstance(terminal, (instance) =>
      addUser(instance, { email, password, isAdmin: values.admin === true }),
    );
    if (typeof user === 'string') throw fault(user);
    // The link in the file is no longer valid. If this process cannot remove the file, the next start does.
    await removeSetUpFile(readEnvironment(terminal.variables).dataDir).catch(() => undefined);
    const shown = { id: user.id, email: user.email, role: user.role, created_at: user.createdAt.toISOString() };
    terminal.output.write(values.json === true ? `${JSON.stringify(shown)}\n` : `Created ${user.role} ${user.email}\n`);
    return 0;
  },
};
