// `listen`: forwards an app's events, as they happen, to a program on the developer's machine.
import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findApp } from '../../features/people/apps/store.ts';
import { isUuid } from '../../io/http/schemas.ts';
import { StartFault } from '../../io/start-fault.ts';
import type { Command } from '../command.ts';
import { withInstance } from '../with-instance.ts';
import { fault, required } from '../words.ts';
import { databaseFeed, type EventFeed, serviceFeed } from './event-feed.ts';
import { EventTail } from './event-tail.ts';
import { forwardEvent } from './forward-event.ts';

const pollMillis = 1_000;

export const listenCommand: Command = {
  takes: '--app ID --forward-to URL [--token T [--url U]]',
  about:
    'Posts the events of an app to URL as they happen, signed like webhooks with the secret it prints, ' +
    'and prints every reply, until Ctrl-C. Reads from this instance; ' +
    'with --token (or QUITTANCE_TOKEN) it reads from the service at --url (by default PUBLIC_URL), from any machine. ' +
    'The token needs webhooks:read and the read scopes of the objects in the events.',
  async run(args, terminal) {
    const { values } = parseArgs({
      args,
      options: {
        app: { type: 'string' },
        'forward-to': { type: 'string' },
        token: { type: 'string' },
        url: { type: 'string' },
      },
    });
    const appId = required('--app', values.app);
    if (!isUuid(appId)) throw fault('--app must be the id of an app, as app create shows it.');
    const target = readAddress('--forward-to', required('--forward-to', values['forward-to']));
    const token = values.token ?? terminal.variables.QUITTANCE_TOKEN;
    if (token === undefined && values.url !== undefined) throw fault('--url needs --token as well.');
    const say = (text: string) => void terminal.output.write(`${text}\n`);
    const stopping = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
    if (token !== undefined) {
      const port = terminal.variables.PORT ?? '3000';
      const url = readAddress('--url', values.url ?? terminal.variables.PUBLIC_URL ?? `http://localhost:${port}`);
      const secret = secretOf(createHmac('sha256', token).update(`listen ${appId}`).digest());
      await forwardAll(serviceFeed(url, token, appId), { appId, target, secret, say }, stopping.signal);
      return 0;
    }
    await withInstance(terminal, async ({ db, vault }) => {
      if ((await findApp(db, appId)) === null) throw fault(`--app: there is no app ${appId}.`);
      const secret = secretOf(vault.keyFor(`listen ${appId}`));
      await forwardAll(databaseFeed(db, appId), { appId, target, secret, say }, stopping.signal);
    });
    return 0;
  },
};

interface Listening {
  readonly appId: string;
  readonly target: string;
  readonly secret: string;
  /** Prints a line. */
  say(text: string): void;
}

/** Forwards events in order until `signal`. Events from while the service is away are forwarded afterwards. */
async function forwardAll(
  feed: EventFeed,
  { appId, target, secret, say }: Listening,
  signal: AbortSignal,
): Promise<void> {
  const tail = new EventTail();
  // Errors that exist from the beginning, such as an invalid token, are reported at once instead of retried.
  await tail.next(feed);
  say(`Events of the app ${appId} are now forwarded to ${target}. Ctrl-C ends it. They are signed with:\n${secret}`);
  let isAway = false;
  while (!signal.aborted) {
    try {
      const events = await tail.next(feed);
      if (isAway) say('The service can be reached again.');
      isAway = false;
      for (const event of events) {
        if (signal.aborted) break;
        say(`${event.timestamp} ${event.type} ${event.id} -> ${await forwardEvent(event, target, secret, signal)}`);
      }
    } catch (error) {
      if (error instanceof StartFault) throw error;
      if (!isAway) say(`The service cannot be reached (${(error as Error).message}); trying again.`);
      isAway = true;
    }
    await delay(pollMillis, undefined, { signal }).catch(() => undefined);
  }
  say('Stopped.');
}

/** The secret is the same at each start, so the developer's program needs no new configuration. */
function secretOf(key: Buffer): string {
  return `whsec_${key.toString('base64')}`;
}

function readAddress(name: string, text: string): string {
  const url = URL.parse(/^https?:\/\//.test(text) ? text : `http://${text}`);
  if (url === null || url.hostname === '') throw fault(`${name} must be a URL like http://localhost:4000/webhooks.`);
  return url.href.replace(/\/$/, '');
}
