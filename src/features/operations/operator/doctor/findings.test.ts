// Doctor reports each fault with advice, and nothing on a healthy instance. The test adds faults one by one to healthy
// facts.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { BackupRun } from '../../../known/backups/backup-run-store.ts';
import type { DatabaseServer } from '../server-store.ts';
import { type Finding, findingsView, helpFor, severityOf } from './finding.ts';
import { helpOf, helpPages } from './help-pages.ts';
import { backupFinding } from './keeping-findings.ts';
import { productionNetworksFinding } from './network-findings.ts';
import { forwardingFinding, peopleFinding, signUpFinding } from './people-findings.ts';
import { diskFinding, type PublicAnswer, publicUrlFinding } from './place-findings.ts';
import { type Progress, progressFindings } from './progress-findings.ts';
import { serverFindings } from './server-findings.ts';
import { type Work, workFindings } from './work-findings.ts';

const now = new Date('2026-03-01T12:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const hour = 3_600_000;

interface Facts {
  readonly server: DatabaseServer;
  readonly work: Work;
  readonly reading: Progress;
  readonly disk: { readonly freeBytes: number; readonly sizeBytes: number };
  readonly place: { readonly publicUrl: string; readonly production: boolean };
  readonly answer: PublicAnswer;
  readonly backup: BackupRun;
  readonly backupEvery: number | null;
  readonly networks: readonly { readonly test: boolean; readonly works: boolean }[];
  readonly forwarding: Parameters<typeof forwardingFinding>;
}

const healthy: Facts = {
  server: {
    version: '18.1',
    now,
    isReadOnly: false,
    fsync: true,
    fullPageWrites: true,
    synchronousCommit: 'on',
    connections: 40,
    mostConnections: 97,
  },
  work: {
    deliveries: { pending: 3, oldestDueSeconds: 2 },
    off: [],
    mails: { waiting: 1, failing: 0, oldestDueSeconds: 1 },
    laws: { endedAt: ago(3600), broken: [], failure: null },
    weeksUntil: ago(-30 * 86_400),
  },
  reading: {
    symbol: 'base',
    state: 'followed',
    progress: { behind: 0, blockAt: ago(9), answersUntil: ago(2), isLeased: true },
  },
  disk: { freeBytes: 50e9, sizeBytes: 100e9 },
  place: { publicUrl: 'https://pay.example', production: true },
  answer: { fault: null, redirectsTo: null, mark: 'own' },
  backup: { startedAt: ago(60), goodAt: ago(3600), name: 'a.backup', failure: null },
  backupEvery: 24 * hour,
  networks: [
    { test: true, works: false },
    { test: false, works: true },
  ],
  forwarding: [false, []],
};

function findingsOf(facts: Facts): Finding[] {
  const { server, work, reading, disk, place, answer, backup, backupEvery, networks, forwarding } = facts;
  return [
    ...serverFindings(server, now),
    ...workFindings(work, now),
    ...progressFindings(reading, now),
    diskFinding(disk),
    publicUrlFinding(place, answer, 'own'),
    backupFinding(backup, now, backupEvery),
    productionNetworksFinding(networks),
    signUpFinding('closed'),
    forwardingFinding(...forwarding),
  ];
}

const server = (more: Partial<DatabaseServer>): Facts => ({ ...healthy, server: { ...healthy.server, ...more } });
const work = (more: Partial<Work>): Facts => ({ ...healthy, work: { ...healthy.work, ...more } });
const reading = (more: Partial<Progress['progress']>, state: Progress['state'] = 'followed'): Facts => ({
  ...healthy,
  reading: { symbol: 'base', state, progress: { ...healthy.reading.progress, ...more } },
});
const place = (answer: Partial<PublicAnswer>, more: Partial<Facts['place']> = {}): Facts => ({
  ...healthy,
  place: { ...healthy.place, ...more },
  answer: { ...healthy.answer, ...answer },
});
const backup = (more: Partial<BackupRun>): Facts => ({ ...healthy, backup: { ...healthy.backup, ...more } });
const forwarded = (isPrivateAddress: boolean, trustProxy: boolean | string = false): Facts => ({
  ...healthy,
  forwarding: [trustProxy, [{ isPrivateAddress, header: 'forwarded', sender: '10.0.0.7', seenAt: ago(60) }]],
});
const laws = (more: Partial<Work['laws']>) => work({ laws: { ...healthy.work.laws, ...more } });

/** A developer's machine, not in production. */
const developer = { publicUrl: 'http://localhost:3000', production: false };

const planted: readonly [string, Facts, string, RegExp][] = [
  ['read-only', server({ isReadOnly: true }), 'database', /takes no writes.*Name the primary/],
  ['fsync', server({ fsync: false }), 'database settings', /off: fsync\..*switch these settings on/],
  ['full_page_writes', server({ fullPageWrites: false }), 'database settings', /off: full_page_writes\..*switch these/],
  ['commits not awaited', server({ synchronousCommit: 'off' }), 'database settings', /off: synchronous_commit/],
  ['few connections left', server({ connections: 78 }), 'database connections', /78 of 97.*raise max_connections/],
  ['clocks apart', server({ now: ago(-6) }), 'clock', /6 s away.*NTP/],
  [
    'old deliveries',
    work({ deliveries: { pending: 9, oldestDueSeconds: 360 } }),
    'deliveries',
    /6 minutes.*worker running/,
  ],
  ['failing webhooks', work({ off: [{ reason: 'failing', count: 2 }] }), 'webhooks', /2 failed for five days: notify/],
  [
    'tampered webhook',
    work({ off: [{ reason: 'tampered', count: 1 }] }),
    'webhooks',
    /directly in the database: find out/,
  ],
  [
    'mails refused',
    work({ mails: { waiting: 4, failing: 3, oldestDueSeconds: null } }),
    'mails that wait',
    /3 of 4 could not be sent. Check SMTP_URL/,
  ],
  [
    'mails are not sent',
    work({ mails: { waiting: 4, failing: 0, oldestDueSeconds: 400 } }),
    'mails that wait',
    /worker running/,
  ],
  [
    'a law broken',
    laws({ broken: ['the status of an invoice follows from its payments'] }),
    'laws of money',
    /broken: the status.*runb/,
  ],
  ['laws not checked', laws({ endedAt: ago(4 * 86_400) }), 'laws of money', /not been checked since. Is a worker/],
  [
    'a failed check of the laws',
    laws({ failure: 'statement timeout' }),
    'laws of money',
    /could not be checked: statement/,
  ],
  ['no room for next week', work({ weeksUntil: ago(-86_400) }), 'weeks of events', /until 2026-03-02.*worker running/],
  [
    'a network behind',
    reading({ behind: 90, blockAt: ago(600) }),
    'network base, reading',
    /90 blocks, or 10 minutes, behind.*add an endpoint/,
  ],
  [
    'a network without a reader',
    reading({ isLeased: false, answersUntil: ago(90) }, 'away'),
    'network base, reading',
    /no process reads it.*role watcher/,
  ],
  ['a full disk', { ...healthy, disk: { freeBytes: 0.9e9, sizeBytes: 10e9 } }, 'disk', /only 0.9 GB.*make room/],
  ['a large disk nearly full', { ...healthy, disk: { freeBytes: 4e9, sizeBytes: 100e9 } }, 'disk', /make room/],
  ['http in production', place({}, { publicUrl: 'http://pay.example' }), 'PUBLIC_URL', /not https.*TLS/],
  ['no answer', place({ fault: 'ENOTFOUND', mark: null }), 'PUBLIC_URL', /no answer, ENOTFOUND.*correct PUBLIC_URL/],
  [
    'a redirect',
    place({ redirectsTo: 'https://www.pay.example/healthz', mark: null }),
    'PUBLIC_URL',
    /redirects to https:\/\/www\.pay\.example\/healthz.*correct PUBLIC_URL/,
  ],
  ['something else answers', place({ mark: null }), 'PUBLIC_URL', /something else.*proxy/],
  ['another instance answers', place({ mark: 'other' }), 'PUBLIC_URL', /another instance.*Correct PUBLIC_URL/],
  ['an old backup', backup({ goodAt: ago(49 * 3600), failure: 'no room' }), 'backup', /49 h old.*BACKUP_TO.*no room/],
  ['a proxy that is not trusted', forwarded(true), 'TRUST_PROXY', /off, and forwarded arrived from 10\.0\.0\.7/],
  ['no backup', backup({ goodAt: null }), 'backup', /none was made yet. Is a worker/],
  ['no backup is planned', { ...healthy, backupEvery: null }, 'backup', /none is planned.*BACKUP_TO and BACKUP_EVERY/],
  ['http beyond this machine', place({}, { ...developer, publicUrl: 'http://pay.example' }), 'PUBLIC_URL', /TLS/],
  ['no network', { ...healthy, networks: [] }, 'production networks', /none.*RPC_URL_<NETWORK>/],
  [
    'test networks only',
    { ...healthy, networks: [{ test: true, works: true }] },
    'production networks',
    /no production app can be paid.*RPC_URL_<NETWORK>/,
  ],
  [
    'a production network that is away',
    { ...healthy, networks: [{ test: false, works: false }] },
    'production networks',
    /none of 1 works.*fix/,
  ],
];

test('a healthy instance has no bad findings', () => {
  assert.deepEqual(
    findingsOf(healthy).filter(({ isGood }) => !isGood),
    [],
  );
});

for (const [fault, facts, what, says] of planted) {
  test(`doctor reports the fault with advice: ${fault}`, () => {
    const bad = findingsOf(facts).filter(({ isGood }) => !isGood);
    assert.deepEqual(
      bad.map((one) => one.what),
      [what],
    );
    assert.match(bad[0]?.says ?? '', says);
    assert.ok(
      helpPages.some(([pattern]) => pattern.test(what)),
      'each fault has a page',
    );
    assert.equal(helpFor(bad[0] as Finding), helpOf(what));
  });
}

test('a healthy fact is not reported as a fault', () => {
  for (const facts of [
    place({}, developer),
    place({}, { ...developer, publicUrl: 'http://127.0.0.1:3000' }),
    place({}, { ...developer, publicUrl: 'http://[::1]:3000/pay' }),
    place({}, { ...developer, publicUrl: `http://${'a'.repeat(56)}.onion` }),
    // One process just ended, and the next has not begun.
    reading({ isLeased: false, answersUntil: ago(10) }),
    // The network is read block by block.
    reading({ behind: 1, blockAt: ago(40) }),
    // No app is paid there, so no process reads it.
    reading({ isLeased: false, answersUntil: null }, 'no_addresses'),
    laws({ endedAt: null }),
    server({ synchronousCommit: 'remote_apply' }),
    // A header that a client may have forged, and one from a trusted proxy.
    forwarded(false),
    forwarded(true, '10.0.0.0/8'),
  ])
    assert.deepEqual(
      findingsOf(facts).filter(({ isGood }) => !isGood),
      [],
    );
});

test('doctor says how the first account, and an operator, is made', () => {
  assert.match(peopleFinding({ people: 0, operators: 0 }).says, /setup-link/);
  assert.match(peopleFinding({ people: 3, operators: 0 }).says, /user create --admin/);
  assert.equal(peopleFinding({ people: 3, operators: 1 }).says, '3 with an account, 1 of them operators');
});

test('doctor says who can sign up; open registration may be intended, so it is a warning', () => {
  assert.match(signUpFinding('closed').says, /closed/);
  const open = signUpFinding('open');
  assert.equal(severityOf(open), 'warning');
  assert.match(open.says, /^open.*SIGN_UP=closed/);
  assert.deepEqual(findingsView([open])[0]?.says, `warning: ${open.says}`);
});

test('an address of this machine is advice to set a public one; the finding of a name on the network is not', () => {
  const answer = { fault: null, redirectsTo: null, mark: 'own' };
  assert.equal(severityOf(publicUrlFinding(developer, answer, 'own')), 'warning');
  assert.equal(severityOf(publicUrlFinding(healthy.place, answer, 'own')), 'good');
});

test('each page of help exists, with its heading', () => {
  const docs = new URL('../../../../../docs/', import.meta.url);
  for (const [, page] of helpPages) {
    const [file, anchor] = page.split('#');
    const text = readFileSync(new URL(`${file}.md`, docs), 'utf8');
    const anchors = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) => title?.toLowerCase().replaceAll(' ', '-'));
    assert.ok(anchor === undefined || anchors.includes(anchor), page);
  }
  for (const [what, page] of [
    ['network base', 'how-to/runbook-networks#quittancenetworkaway'],
    ['network base, 10.0.0.1:8545', 'how-to/runbook-networks#quittanceendpointout'],
    ['network base, USDT', 'reference/tokens'],
    ['USDT on base', 'how-to/rename-or-remove-a-network'],
    ['rates, kraken', 'how-to/troubleshooting#the-rate-is-unavailable'],
  ] as const)
    assert.equal(helpOf(what), `/docs/${page}`);
});
