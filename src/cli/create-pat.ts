// `pat create`: a personal access token of a person, shown this once.
import { parseArgs } from 'node:util';
import { scopes as allScopes, type Scope } from '../core/access.ts';
import { auditChange, byCommandLine } from '../features/audit/audit-change.ts';
import { addPersonalAccessToken, newTokenNotice } from '../features/identity/add-personal-access-token.ts';
import { notifyOwner } from '../features/identity/notices/notify-owner.ts';
import { findUserByEmail } from '../features/identity/store.ts';
import { personalAccessTokenView } from '../features/identity/view.ts';
import type { Command } from './command.ts';
import { withInstance } from './with-instance.ts';
import { fault, readDuration, required } from './words.ts';

export const createPatCommand: Command = {
  takes: '--email E --scopes a,b [--expires 90d] [--name N] [--json]',
  about: `Creates a personal access token. Scopes: ${allScopes.join(', ')}.`,
  async run(args) {
    const { values } = parseArgs({
      args,
      options: {
        email: { type: 'string' },
        scopes: { type: 'string' },
        expires: { type: 'string' },
        name: { type: 'string' },
        json: { type: 'boolean' },
      },
    });
    const email = required('--email', values.email);
    const scopes = readScopes(required('--scopes', values.scopes));
    const lifetimeMillis = values.expires === undefined ? null : readDuration('--expires', values.expires);
    const made = await withInstance(async (instance) => {
      const user = await findUserByEmail(instance.db, email);
      if (user === null) throw fault(`There is nobody with the e-mail ${email}. Create them first: user create.`);
      const expiresAt = lifetimeMillis === null ? null : new Date(instance.clock.now().getTime() + lifetimeMillis);
      const wanted = { userId: user.id, name: values.name ?? 'command line', scopes, expiresAt };
      return instance.db.atomically(async (trx) => {
        const made = await addPersonalAccessToken({ ...instance, db: trx }, wanted);
        const after = personalAccessTokenView({ ...made.record, lastUsedAt: null });
        const subject = { of: { ownerId: user.id }, subjectId: made.record.id, before: null, after };
        await auditChange(trx, instance, byCommandLine, { ...subject, action: 'access_token.created' });
        await notifyOwner(trx, instance, newTokenNotice(made.record, byCommandLine.origin));
        return made;
      });
    });
    const shown = {
      id: made.record.id,
      name: made.record.name,
      scopes: made.record.scopes,
      expires_at: made.record.expiresAt?.toISOString() ?? null,
      created_at: made.record.createdAt.toISOString(),
      token: made.token,
    };
    process.stdout.write(values.json === true ? `${JSON.stringify(shown)}\n` : `${made.token}\n`);
    return 0;
  },
};

function readScopes(text: string): Scope[] {
  const wanted = text.split(',').map((word) => word.trim());
  const unknown = wanted.filter((word) => !(allScopes as readonly string[]).includes(word));
  if (unknown.length > 0) throw fault(`There is no scope ${unknown.join(', ')}. Scopes: ${allScopes.join(', ')}.`);
  return [...new Set(wanted)] as Scope[];
}
