// People with browsers, and a service whose mail they can read: the setup for tests of sign-in.
import { randomBytes } from 'node:crypto';
import type { Database } from '../../src/io/db/database.ts';
import { type BrowserSession, browserSession } from './browser/browser-session.ts';
import { ok, until } from './client.ts';
import { testDatabase } from './database.ts';
import { type MailServer, startMailServer } from './outside/mail-server.ts';
import { type ServiceOptions, type ServiceProcess, startService, withoutNetworks } from './service.ts';

export const password = 'correct horse battery';
export const sessionCookie = 'quittance_session';

export interface AddressedBrowser extends BrowserSession {
  /** Headers that set the IP address of its requests. */
  readonly from: Readonly<Record<string, string>>;
}

export interface People {
  readonly service: ServiceProcess;
  readonly db: Database;
  readonly mail: MailServer;
  /** A browser at an address of its own, so that what one tries is not counted against the next. */
  browser(): AddressedBrowser;
  signedUp(): Promise<{ email: string; person: AddressedBrowser }>;
  /** Waits for a mail to this person, and returns its text. */
  mailTo(email: string, subject: RegExp): Promise<string>;
  close(): Promise<void>;
}

export interface PeopleOptions extends Pick<ServiceOptions, 'own' | 'clockLead'> {
  /** There is no network unless given. */
  readonly config?: object;
  /** 'api,worker' by default. Without the worker no mail is sent. */
  readonly roles?: string;
  /** Additional environment variables of the service. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Anybody may sign up there. */
export async function startPeople({
  config = withoutNetworks,
  roles = 'api,worker',
  env = {},
  own,
  clockLead,
}: PeopleOptions = {}): Promise<People> {
  const database = await testDatabase();
  const mail = await startMailServer();
  const service = await startService({
    ...(own === undefined ? {} : { own }),
    ...(clockLead === undefined ? {} : { clockLead }),
    databaseUrl: database.url,
    config,
    roles,
    env: { SIGN_UP: 'open', SMTP_URL: mail.url, TRUST_PROXY: 'on', ...env },
  });
  const browser = (): AddressedBrowser => {
    const made = browserSession(service.apiUrl);
    const from = { 'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}` };
    return { ...made, from, auth: (path, body, headers = {}) => made.auth(path, body, { ...from, ...headers }) };
  };
  const mailTo: People['mailTo'] = (email, subject) =>
    until(() => mail.mails.find((one) => one.to.includes(email) && subject.test(one.text))?.text, `a mail to ${email}`);
  return {
    service,
    db: database.db,
    mail,
    browser,
    async signedUp() {
      const person = browser();
      const email = freshEmail();
      await ok(person.auth('/sign-up/email', { email, password, name: 'Somebody' }));
      await confirmBy(await mailTo(email, /Confirm your e-mail address/));
      await ok(person.auth('/sign-in/email', { email, password }));
      return { email, person };
    },
    mailTo,
    async close() {
      await service.stop();
      await mail.close();
      await database.drop();
    },
  };
}

/** Opens the link of a mail, as mail scanners do. */
export function follow(mail: string): Promise<Response> {
  return fetch(linkOf(mail));
}

/** Opens the link of a mail and presses the button of that page. */
export async function confirmBy(mail: string): Promise<Response> {
  const { origin, pathname, searchParams } = linkOf(mail);
  await (await fetch(linkOf(mail))).text();
  return fetch(origin + pathname, {
    method: 'POST',
    body: new URLSearchParams({ token: searchParams.get('token') ?? '' }),
  });
}

function linkOf(mail: string): URL {
  const link = /https?:\/\/\S+\?token=\S+/.exec(mail)?.[0];
  if (link === undefined) throw new Error(`There is no link in this mail: ${mail}`);
  return new URL(link);
}

export function freshEmail(): string {
  return `person-${randomBytes(5).toString('hex')}@example.com`;
}
