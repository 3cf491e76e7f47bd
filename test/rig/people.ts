// People with browsers, in front of a service whose mail they can read: what stories about signing in begin with.
import { randomBytes } from 'node:crypto';
import type { Database } from '../../src/io/db/database.ts';
import { type BrowserSession, browserSession } from './browser-session.ts';
import { ok, until } from './client.ts';
import { testDatabase } from './database.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { type ServiceProcess, startService } from './service.ts';

export const password = 'correct horse battery';
export const sessionCookie = 'quittance_session';

export interface AddressedBrowser extends BrowserSession {
  /** Says which address its sign-ins come from. */
  readonly from: Readonly<Record<string, string>>;
}

export interface People {
  readonly service: ServiceProcess;
  readonly db: Database;
  readonly mail: MailServer;
  /** A browser at an address of its own, so that what one tries is not counted against the next. */
  browser(): AddressedBrowser;
  signedUp(): Promise<{ email: string; person: AddressedBrowser }>;
  /** The text of a mail that this person got. */
  mailTo(email: string, subject: RegExp): Promise<string>;
  close(): Promise<void>;
}

/** Anybody may sign up there. */
export async function startPeople(): Promise<People> {
  const database = await testDatabase();
  const mail = await startMailServer();
  const service = await startService({
    databaseUrl: database.url,
    config: { networks: {}, rates: { sources: [], fixed: { ETH: { USD: '2000' } } } },
    roles: 'api',
    env: { SIGN_UP: 'open', SMTP_URL: mail.url, TRUST_PROXY: 'on' },
  });
  const browser = (): AddressedBrowser => {
    const made = browserSession(service.apiUrl);
    const from = { 'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}` };
    return { ...made, from, auth: (path, body, headers = {}) => made.auth(path, body, { ...from, ...headers }) };
  };
  return {
    service,
    db: database.db,
    mail,
    browser,
    async signedUp() {
      const person = browser();
      const email = freshEmail();
      await ok(person.auth('/sign-up/email', { email, password, name: 'Somebody' }));
      return { email, person };
    },
    mailTo: (email, subject) =>
      until(
        () => mail.mails.find((one) => one.to.includes(email) && subject.test(one.text))?.text,
        `a mail to ${email}`,
      ),
    async close() {
      await service.stop();
      await mail.close();
      await database.drop();
    },
  };
}

export function freshEmail(): string {
  return `person-${randomBytes(5).toString('hex')}@example.com`;
}
