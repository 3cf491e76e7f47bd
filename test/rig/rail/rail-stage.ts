// A shop that is paid through a custodian's book: a service, a merchant with webhooks, and the watcher of the rail.
import { Readable, Writable } from 'node:stream';
import { runCommandLine } from '../../../src/cli/command-line.ts';
import { followRail, openRailSession, type RailContext } from '../../../src/features/evidence/rail-sync/follow-rail.ts';
import type { Instance } from '../../../src/features/instance.ts';
import { releaseLease } from '../../../src/features/known/networks/cursor-store.ts';
import { addRail, openRail } from '../../../src/io/chains/rails/rails.ts';
import { readEnvironment } from '../../../src/io/environment.ts';
import { createLog } from '../../../src/io/log.ts';
import { loadSecretKey } from '../../../src/io/secrets/secret-key.ts';
import { type OpenInstance, openInstance } from '../../../src/roles/open-instance.ts';
import { startWatcher } from '../../../src/roles/watcher.ts';
import { type Answer, type Client, type Json, ok } from '../client.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { projectRoot } from '../house/source-tree.ts';
import { checkLaws, checkReachable } from '../laws.ts';
import { createMerchant, type Merchant } from '../merchant.ts';
import { type Receiver, startReceiver } from '../receiver.ts';
import { type ServiceClock, serviceClock } from '../run/service-clock.ts';
import type { CommandLine } from '../service/command-line.ts';
import { type ServiceProcess, startService } from '../service.ts';
import { bookFamily } from './book-family.ts';
import { type BookServer, startBookServer } from './book-server.ts';

export interface RailStage {
  readonly book: BookServer;
  readonly database: TestDatabase;
  readonly service: ServiceProcess;
  readonly clock: ServiceClock;
  readonly merchant: Merchant;
  readonly receiver: Receiver;
  /** The secret that signs the deliveries to `receiver`. */
  readonly webhookSecret: string;
  readonly anyone: Client;
  /** The instance of the watcher. */
  readonly instance: Instance;
  invoice(total: string): Promise<Json>;
  /** Requests payment details of an invoice. */
  ask(invoiceId: string): Promise<Answer<Json>>;
  /** The same, but fails without an answer. */
  quote(invoiceId: string): Promise<Json>;
  /** Reads the whole feed, as a watcher does; with another instance if it is given. */
  follow(instance?: Instance): Promise<void>;
  /** Runs the watcher's role during `act`. */
  watching(act: () => Promise<void>): Promise<void>;
  transaction(id: string): Promise<Json>;
  invoiceNow(id: string): Promise<Json>;
  close(): Promise<void>;
}

/** 1 BKC, of 100,000,000 units, is 50,000 USD. */
export async function startRailStage(): Promise<RailStage> {
  const removeRail = addRail(bookFamily);
  const [book, database, receiver] = await Promise.all([startBookServer(), testDatabase(), startReceiver()]);
  const clock = serviceClock();
  const service = await startService({
    databaseUrl: database.url,
    config: configOf(book),
    // The sources, to which the rail was added.
    root: projectRoot,
    roles: 'api,worker',
    mayFail: 'the book is away for a while',
    env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' },
    ...clock.options,
  });
  const merchant = await createMerchant(
    { ...service, commandLine: commandLineOf(service) },
    {
      accepts: [['BKC', 'book']],
      receives: [{ network: 'book', kind: 'address', value: 'acct-00c0ffee' }],
    },
  );
  const { secret: webhookSecret } = await ok<Json>(merchant.appApi.post('/webhook', { url: receiver.url }));
  const open = await openAnother(service, database, clock);
  const { instance } = open;
  const context = sessionOf(instance);
  const anyone = merchant.api.as(null);
  const ask = (id: string) =>
    anyone.post<Json>(`/invoice/${id}/payment-request`, { cryptocurrency: 'BKC', network: 'book' });
  const parts = { book, database, service, clock, merchant, receiver, webhookSecret, anyone, instance };
  return {
    ...parts,
    ask,
    invoice: (total) => ok(merchant.appApi.post('/invoice', { total, currency: 'USD' })),
    quote: (id) => ok(ask(id)),
    follow: (other = instance) => readFeed({ ...context, instance: other }),
    watching: (act) => watchDuring(context, act),
    transaction: (id) => ok(anyone.get(`/transaction/${id}`)),
    invoiceNow: (id) => ok(anyone.get(`/invoice/${id}`)),
    // Test files share a process.
    close: () => closeStage(parts, open).finally(removeRail),
  };
}

async function readFeed(context: RailContext): Promise<void> {
  const { signal } = new AbortController();
  for (let tick = 'more'; tick === 'more'; ) tick = await followRail(context, signal);
}

async function watchDuring({ instance, session }: RailContext, act: () => Promise<void>): Promise<void> {
  await releaseLease(instance.db, session.network.id, session.owner);
  const watcher = await startWatcher(instance);
  try {
    await act();
  } finally {
    await watcher.stop();
  }
}

type Parts = Pick<RailStage, 'book' | 'database' | 'service' | 'clock' | 'receiver' | 'anyone'>;

async function closeStage(
  { book, database, service, clock, receiver, anyone }: Parts,
  open: OpenInstance,
): Promise<void> {
  try {
    book.mood = 'well';
    await checkLaws(database.db);
    await checkReachable(database.db, anyone);
  } finally {
    await open.close();
    await service.stop();
    await Promise.all([book.close(), receiver.close()]);
    clock.close();
    await database.drop();
  }
}

function configOf({ url }: BookServer): object {
  const book = { type: 'SVM', name: 'The book', rpc: [url], test: true, native: { symbol: 'BKC', name: 'Book coin' } };
  return { networks: { book }, rates: { sources: [], fixed: { BKC: { USD: '50000' } } } };
}

/** From the sources, to which the rail was added. */
function commandLineOf({ env }: ServiceProcess): CommandLine {
  return async (args, input) => {
    const [output, errors] = [collected(), collected()];
    const terminal = { input: Readable.from([Buffer.from(input)]), output: output.stream, errors: errors.stream };
    const code = await runCommandLine(args, { variables: { ...env }, ...terminal });
    return { code, stdout: output.text(), stderr: errors.text() };
  };
}

function collected(): { readonly stream: Writable; text(): string } {
  const chunks: Buffer[] = [];
  const write = (chunk: Buffer, _: unknown, done: () => void) => {
    chunks.push(chunk);
    done();
  };
  return { stream: new Writable({ write }), text: () => Buffer.concat(chunks).toString('utf8') };
}

async function openAnother(service: ServiceProcess, { url }: TestDatabase, clock: ServiceClock): Promise<OpenInstance> {
  const environment = readEnvironment(service.env);
  return openInstance({
    environment,
    databaseUrl: url,
    name: 'watcher',
    maxConnections: 5,
    asksRates: true,
    secretKey: await loadSecretKey(service.dataDir, environment.secretKey),
    log: createLog('silent'),
    clockLead: clock.options.clockLead,
  });
}

function sessionOf(instance: Instance): RailContext {
  const network = instance.catalog.networkBySymbol('book');
  if (network === null) throw new Error('There is no book.');
  const rail = openRail(network.family, network.facts, instance.log);
  return { instance, session: openRailSession({ network, rail, owner: instance.newId() }) };
}
