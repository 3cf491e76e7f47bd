// Defences that are visible in the sources: one gate for outgoing requests, comparisons in constant time, patterns with
// linear time, and pinned packages.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Json } from './rig/client.ts';
import { type Pattern, patternsIn, textThatStalls } from './rig/house/patterns.ts';
import { codeOnly, importsOf } from './rig/house/source-text.ts';
import { projectRoot, sourceFiles } from './rig/house/source-tree.ts';
import { describedApi } from './rig/interface/described-api.ts';

test('W5-one-gate: only the outbound filter connects to users’ URLs; the operator names all others', () => {
  const byOperators = [
    ...['src/io/chains/http-exchange.ts', 'src/io/chains/utxo/electrum/line-connection.ts'],
    ...['src/io/files/bucket-folder.ts', 'src/io/mail/mailer.ts', 'src/roles/upkeep/make-backups.ts'],
    ...['src/io/rate-sources/operator-call.ts', 'src/features/operations/operator/doctor/examine.ts'],
    ...['src/features/operations/operator/doctor/place-findings.ts', 'src/io/chains/utxo/announced/listen-to-node.ts'],
  ];
  const gate = 'src/io/outbound/outbound.ts';
  const doors = /^(?:undici|(?:node:)?(?:https|http2|tls|dgram)|nodemailer|aws4fetch|axios|got|ws)$/;
  const opening = sourceFiles(['src'], ['.ts']).filter(({ path, text }) => {
    // The command line runs on a person's own machine and calls only URLs that the person gave.
    if (path.endsWith('.test.ts') || path.startsWith('src/io/db/') || path.startsWith('src/cli/')) return false;
    const imports = importsOf(text).some(({ specifier, typeOnly }) => !typeOnly && doors.test(specifier));
    if (/import \{[^}]*\bconnect\b[^}]*\} from 'node:net'/.test(text)) return true;
    return imports || /(?<![.\w])fetch\((?!_?pairs)|\bcreateConnection\(|\bnet\.connect\(/.test(codeOnly(text));
  });
  const places = opening.map(({ path }) => path).filter((path) => ![gate, ...byOperators].includes(path));
  assert.deepEqual(places, []);
  assert.ok(opening.some(({ path }) => path === gate));
});

test('every mail is queued by one function, and leaves by one gate', () => {
  const files = sourceFiles(['src'], ['.ts']).filter(({ path }) => !path.endsWith('.test.ts'));
  const using = (words: RegExp) => files.filter(({ text }) => words.test(codeOnly(text))).map(({ path }) => path);
  const [queue, worker, store] = ['mail-queue', 'send-mails', 'store'].map(
    (name) => `src/features/known/mails/${name}.ts`,
  );
  assert.deepEqual(using(/\binsertMail\b/), [queue, store]);
  assert.deepEqual(
    files.filter(({ text }) => /insert into mails\b/.test(text)).map(({ path }) => path),
    [store],
  );
  assert.deepEqual(using(/\bcreateMailer\b/), ['src/io/mail/mailer.ts', 'src/roles/worker.ts']);
  assert.deepEqual(using(/\bmailer\.send\b/), [worker]);
  // The operator's test of a mail server sends one mail to the operator, and none from the queue.
  assert.deepEqual(using(/\bsendMail\b/), ['src/io/mail/mailer.ts', 'src/io/mail/try-sending.ts']);
  // Only the code that composes the mail may come between the gate and the mail server.
  assert.match(codeOnly(files.find(({ path }) => path === worker)?.text ?? ''), /await passGate\(.*\)\) return false;/);
});

test('W13-timing: input is compared with a secret in constant time', () => {
  const comparing = [
    'src/features/people/identity/sign-in/one-time-code.ts',
    'src/features/people/uploads/signed-address.ts',
    'src/io/http/browser/csrf.ts',
    'src/io/secrets/password.ts',
  ];
  for (const path of comparing) {
    assert.match(codeOnly(readFileSync(join(projectRoot, path), 'utf8')), /\btimingSafeEqual\(/, path);
  }
  // Tokens and sessions are found by their hash, so the time of the comparison reveals nothing useful.
  const byHash = sourceFiles(['src/features'], ['store.ts']).filter(({ text }) => /_hash = \$\d/.test(text));
  assert.ok(byHash.length >= 2);
});

/**
 * Patterns that are slow with long input, and get only short input: from this code, or from the person who runs the
 * program.
 */
const fewOnly = new Set([
  // The digits of an amount, at most 110 of them.
  'src/core/money/decimal.ts 0+$',
  'web/checkout/rules/figures.ts ^0*\\.?0*$',
  // Text of the operator or of PostgreSQL at the start.
  'src/io/start-fault.ts \\s*\\n\\s*',
  'src/io/db/embedded/start-server.ts (\\d+)\\.',
  // The configuration of the program that uses the client, or a response of the service itself.
  'sdk/typescript/src/transport.ts \\/+$',
  'sdk/typescript/src/pages.ts <([^>]*)>\\s*;\\s*rel="next"',
]);

test('W28-patterns: no pattern stalls on 100 KB of any text', () => {
  const files = sourceFiles(['src', 'sdk/typescript/src', 'web'], ['.ts', '.tsx']).filter(
    ({ path }) => !path.endsWith('.test.ts'),
  );
  const written = files.flatMap(({ path, text }) => patternsIn(path, text));
  const declared = [...JSON.stringify(describedApi()).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
    ([, source]): Pattern => ({ path: 'the API document', source: JSON.parse(source as string), flags: 'u' }),
  );
  const patterns = [...new Map([...written, ...declared].map((one) => [`${one.source}/${one.flags}`, one])).values()];
  assert.ok(patterns.length > 60, `${patterns.length} patterns were found`);
  const stalls = patterns.flatMap((pattern) => {
    if (fewOnly.has(`${pattern.path} ${pattern.source}`)) return [];
    const text = textThatStalls(pattern, 100_000, 1_000);
    return text === null ? [] : [`${pattern.path}: /${pattern.source}/ with ${text}`];
  });
  assert.deepEqual(stalls, []);
  const costly = { path: '', source: '^(a+)+$', flags: '' };
  assert.notEqual(textThatStalls(costly, 30, 100), null, 'the search itself sees what it looks for');
});

test('W41-foreign-code: every package is pinned by its content, and few may run code when they are installed', () => {
  const read = (path: string): Json => JSON.parse(readFileSync(join(projectRoot, path), 'utf8'));
  const project = read('package.json');
  const named = { ...project.dependencies, ...project.devDependencies, ...project.optionalDependencies };
  // A local folder is part of the repository, and pinned by the commit.
  for (const [name, version] of Object.entries<string>(named))
    assert.match(version, /^(\d+\.\d+\.\d+[\w.-]*|file:test\/.+)$/, name);
  const packages = Object.entries<Json>(read('package-lock.json').packages);
  const locked = packages.filter(([path, one]) => path.startsWith('node_modules/') && one.link !== true);
  for (const [path, one] of locked) {
    assert.match(one.integrity ?? '', /^sha512-/, path);
    if (one.resolved !== undefined) assert.match(one.resolved, /^https:\/\/registry\.npmjs\.org\//, path);
  }
  // Packages for other platforms are not installed. The project lists the others that may run install scripts.
  const running = locked.filter(
    ([, one]) =>
      one.hasInstallScript && (one.os ?? ['linux']).includes('linux') && (one.cpu ?? ['x64']).includes('x64'),
  );
  const allowed = Object.keys(project.allowScripts);
  assert.deepEqual(
    running.map(([path]) => path.replace(/^.*node_modules\//, '')).filter((name) => !allowed.includes(name)),
    [],
  );
});
