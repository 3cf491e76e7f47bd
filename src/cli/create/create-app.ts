// `app create`: creates an app for a person, with its token.
import { parseArgs } from 'node:util';
import { Problem } from '../../core/problem.ts';
import { addApp } from '../../features/people/apps/acts/add-app.ts';
import { memberVouching } from '../../features/people/apps/team/sealed-member.ts';
import { fullAppView } from '../../features/people/apps/view.ts';
import { byCommandLine } from '../../features/people/audit/audit-change.ts';
import { findUserByEmail } from '../../features/people/identity/store.ts';
import { giveTestNetwork } from '../../features/receiving/new-apps/give-test-network.ts';
import type { Command } from '../command.ts';
import { withInstance } from '../with-instance.ts';
import { fault, required } from '../words.ts';

export const createAppCommand: Command = {
  takes: '--email E --name N --url U --environment development|production [--json]',
  about: 'Creates an app for a person and prints its token.',
  async run(args, terminal) {
    const { values } = parseArgs({
      args,
      options: {
        email: { type: 'string' },
        name: { type: 'string' },
        url: { type: 'string' },
        environment: { type: 'string' },
        slug: { type: 'string' },
        json: { type: 'boolean' },
      },
    });
    const email = required('--email', values.email);
    const name = required('--name', values.name);
    const url = required('--url', values.url);
    const environment = required('--environment', values.environment);
    if (environment !== 'development' && environment !== 'production')
      throw fault('--environment must be development or production.');
    if (name.length > 255) throw fault('--name must be at most 255 characters.');
    const shown = await withInstance(terminal, async (instance) => {
      const user = await findUserByEmail(instance.db, email);
      if (user === null) throw fault(`No person has the e-mail ${email}. Create one first: user create.`);
      const params = { ownerId: user.id, name, url, environment, slug: values.slug, by: byCommandLine } as const;
      const app = await instance.db
        .atomically(async (trx) => {
          const added = await addApp(trx, instance, params);
          await giveTestNetwork(trx, instance, added);
          return added;
        })
        .catch(explain);
      const owner = {
        kind: 'cookie',
        userId: user.id,
        sessionId: '',
        provedAt: instance.clock.now(),
        vouches: memberVouching(instance),
      } as const;
      return fullAppView(app, instance, owner);
    });
    terminal.output.write(
      values.json === true ? `${JSON.stringify(shown)}\n` : `Created app ${shown.id}\nToken: ${shown.token}\n`,
    );
    return 0;
  },
};

function explain(error: unknown): never {
  if (error instanceof Problem && error.errors?.[0])
    throw fault(`--${error.errors[0].field}: ${error.errors[0].message}`);
  throw error;
}
