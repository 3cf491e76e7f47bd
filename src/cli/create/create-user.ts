// `user create`: a person who can sign in. The first one runs the instance.
import { text as readText } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { addUser } from '../../features/identity/add-user.ts';
import type { Command } from '../command.ts';
import { withInstance } from '../with-instance.ts';
import { fault, required } from '../words.ts';

export const createUserCommand: Command = {
  takes: '--email E --password-stdin [--admin] [--json]',
  about:
    'Creates a person; the password is read from standard input. The first person, and each with --admin, is an operator.',
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
    if (values['password-stdin'] !== true) throw fault('Say --password-stdin and give the password on standard input.');
    const password = (await readText(terminal.input)).replace(/\r?\n$/, '');
    const user = await withInstance(terminal, (instance) =>
      addUser(instance, { email, password, isAdmin: values.admin === true }),
    );
    if (typeof user === 'string') throw fault(user);
    const shown = { id: user.id, email: user.email, role: user.role, created_at: user.createdAt.toISOString() };
    terminal.output.write(values.json === true ? `${JSON.stringify(shown)}\n` : `Created ${user.role} ${user.email}\n`);
    return 0;
  },
};
