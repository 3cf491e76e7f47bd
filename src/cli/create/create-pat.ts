// `pat create`: creates a personal access token, which is shown only once.
import { parseArgs } from 'node:util';
import { scopes as allScopes, type Scope } from '../../core/access.ts';
import { Problem } from '../../core/problem.ts';
import { readRanges, tokenEnd, usualLifeMillis } from '../../core/token-bounds.ts';
import { auditChange, byCommandLine } from '../../features/people/audit/audit-change.ts';
import { notifyOwner } from '../../features/people/identity/notices/notify-owner.ts';
import {
  addPersonalAccessToken,
  newTokenNotice,
} from '../../features/people/identity/personal-access-tokens/add-personal-access-token.ts';
import { findUserByEmail } from '../../features/people/identity/store.ts';
import { personalAccessTokenView } from '../../features/people/identity/view.ts';
import { isUuid } from '../../io/http/schemas.ts';
import type { Command } from '../command.ts';
import { withInstance } from '../with-instance.ts';
import { fault, readDuration, required } from '../words.ts';

export const createPatCommand: Command = {
  takes: '--email E --scopes a,b [--expires 90d] [--apps ID,ID] [--cidrs RANGE,RANGE] [--name N] [--json]',
  about: `Creates a personal access token for 90 days, or at most a year. Scopes: ${allScopes.join(', ')}.`,
  async run(args, terminal) {
    const { values } = parseArgs({
      args,
      options: {
        email: { type: 'string' },
        scopes: { type: 'string' },
        expires: { type: 'string' },
        apps: { type: 'string' },
        cidrs: { type: 'string' },
        name: { type: 'string' },
        json: { type: 'boolean' },
      },
    });
    const email = required('--email', values.email);
    const scopes = readScopes(required('--scopes', values.scopes));
    const lifetimeMillis = values.expires === undefined ? usualLifeMillis : readDuration('--expires', values.expires);
    const made = await withInstance(terminal, async (instance) => {
      const user = await findUserByEmail(instance.db, email);
      if (user === null) throw fault(`No person has the e-mail ${email}. Create one first: user create.`);
      const bounds = readBounds(values);
      const createdAt = instance.clock.now();
      const wantedEnd = new Date(createdAt.getTime() + lifetimeMillis);
      const expiresAt = tellingOption('--expires', () => tokenEnd(wantedEnd, createdAt));
      const wanted = { userId: user.id, name: values.name ?? 'command line', scopes, ...bounds, expiresAt, createdAt };
      return instance.db.atomically(async (trx) => {
        const made = await addPersonalAccessToken({ ...instance, db: trx }, wanted).catch(tellApps);
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
      app_ids: made.record.appIds,
      cidrs: made.record.cidrs,
      expires_at: made.record.expiresAt.toISOString(),
      created_at: made.record.createdAt.toISOString(),
      token: made.token,
    };
    terminal.output.write(values.json === true ? `${JSON.stringify(shown)}\n` : `${made.token}\n`);
    return 0;
  },
};

function readBounds({ apps, cidrs }: { apps?: string | undefined; cidrs?: string | undefined }) {
  const given = listOf(cidrs);
  const ranges = given && tellingOption('--cidrs', () => readRanges(given));
  const appIds = listOf(apps)?.map((id) => id.toLowerCase()) ?? null;
  const unknown = appIds?.filter((id) => !isUuid(id)) ?? [];
  if (unknown.length > 0) throw fault(`--apps takes ids of apps, and ${unknown.join(', ')} is not one.`);
  return { appIds, cidrs: ranges };
}

/** Null if the option was not given. */
function listOf(text: string | undefined): string[] | null {
  if (text === undefined) return null;
  return [...new Set(text.split(',').map((word) => word.trim()))];
}

function tellApps(error: unknown): never {
  if (error instanceof Problem) throw fault('--apps must name apps of this person.');
  throw error;
}

/** Runs a rule and reports its refusal with the name of the option. */
function tellingOption<T>(option: string, rule: () => T): T {
  try {
    return rule();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw fault(`${option}: ${error.errors?.[0]?.message ?? error.detail}`);
  }
}

function readScopes(text: string): Scope[] {
  const wanted = text.split(',').map((word) => word.trim());
  const unknown = wanted.filter((word) => !(allScopes as readonly string[]).includes(word));
  if (unknown.length > 0) throw fault(`There is no scope ${unknown.join(', ')}. Scopes: ${allScopes.join(', ')}.`);
  return [...new Set(wanted)] as Scope[];
}
