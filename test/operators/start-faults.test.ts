// A fault that prevents the start is reported in one line: the fault and its remedy. Other faults do not prevent it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createLog } from '../../src/io/log.ts';
import { openDatabase } from '../../src/roles/open-database.ts';
import { client, type Json, ok, until } from '../rig/client.ts';
import { type TestDatabase, testDatabase } from '../rig/database.ts';
import { projectRoot } from '../rig/house/source-tree.ts';
import { unwatchedNetworks } from '../rig/interface/api-rig.ts';
import { startOldPostgres } from '../rig/outside/old-postgres.ts';
import { adopt } from '../rig/run/child-sweep.ts';
import { startService } from '../rig/service.ts';

let database: TestDatabase;
let folder: string;

before(async () => {
  database = await testDatabase();
  folder = mkdtempSync(join(tmpdir(), 'quittance-faults-'));
});
after(async () => {
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the service with these variables; it must exit by itself with one line about the reason. Returns the line. */
async function refusedStart(variables: Record<string, string>): Promise<string> {
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    HOST: '127.0.0.1',
    PORT: '0',
    ROLES: 'watcher',
    BUILD_PAGES: 'when-opened',
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: database.url,
    CONFIG: configFile(JSON.stringify(unwatchedNetworks)),
    ...variables,
  };
  const child = spawn(process.execPath, ['src/main.js'], { cwd: projectRoot, env, stdio: ['ignore', 'pipe', 'pipe'] });
  adopt(child, 'src/main.js');
  let said = '';
  child.stdout.resume();
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    said += piece;
  });
  // A process that starts in spite of the fault must not block the test forever.
  const deaf = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(deaf);
  const lines = said.split('\n').filter((line) => line !== '');
  assert.deepEqual([code, lines.length], [1, 1], said);
  assert.match(lines[0] ?? '', /^quittance: \S.{20,}/);
  assert.doesNotMatch(said, /\bat \S+ \(|node:internal|\.ts:\d/, 'no stack');
  assert.doesNotMatch(said, /hidden-password/);
  return lines[0] ?? '';
}

/** One key for all starts, since some of them open the database before they fail. */
const key = randomBytes(32).toString('base64');

function configFile(text: string): string {
  const path = join(mkdtempSync(join(folder, 'config-')), 'quittance.json');
  writeFileSync(path, text);
  return path;
}

test('a configuration that is wrong is told of with its line', async () => {
  const lines = [
    '{',
    '  "networks": {',
    '    "local": {',
    '      "type": "EVM",',
    '      "chainid": 1',
    '    }',
    '  }',
    '}',
  ];
  assert.match(await refusedStart({ CONFIG: configFile(lines.join('\n')) }), /quittance\.json:?.*\b5\b.*chain_?id/i);
  assert.match(
    await refusedStart({ CONFIG: configFile('{\n  "networks": {\n    "local": oops\n') }),
    /quittance\.json:?.*\b3\b/,
  );
  assert.match(await refusedStart({ CONFIG: join(folder, 'nowhere.json') }), /nowhere\.json.*ENOENT/);
});

test('a variable that is wrong is told of by its name, and what it may be', async () => {
  for (const [variables, told] of [
    [{ SECRET_KEY: 'hidden-password' }, /SECRET_KEY.*32 bytes.*openssl/],
    [{ SECRET_KEY: '', NODE_ENV: 'production' }, /SECRET_KEY is not set.*openssl/],
    [{ ROLES: 'api,wacher' }, /ROLES.*"wacher".*watcher/],
    [{ PORT: '70000' }, /PORT.*65535/],
    [{ PUBLIC_URL: 'shop' }, /PUBLIC_URL.*http/],
    [{ PUBLIC_URL: 'https://pay.example/shop?x=1' }, /PUBLIC_URL.*query/],
    [{ PUBLIC_URL: 'https://pay.example/console', ROLES: 'api' }, /PUBLIC_URL.*\/console.*https:\/\/pay\.example\/pay/],
    [{ SMTP_URL: 'smtp://shop:hidden-password#1@mail.example' }, /SMTP_URL.*percent-encoded/],
    [{ DATABASE_URL: 'mysql://x:hidden-password@127.0.0.1/y' }, /DATABASE_URL.*postgres/],
    [{ RATE_LIMIT: 'lots' }, /RATE_LIMIT.*600\/minute/],
    [{ RPC_URL_LOCLA: 'http://127.0.0.1:9' }, /RPC_URL_LOCLA.*local/],
    [{ WEBHOOK_ALLOW_CIDRS: '10.0.0.0/33' }, /WEBHOOK_ALLOW_CIDRS.*10\.0\.0\.0\/8/],
  ] as const) {
    assert.match(await refusedStart({ SECRET_KEY: key, ...variables }), told);
  }
});

test('a database that cannot be reached, or is not there, stops the start', async () => {
  // The service first waits a minute for it (observability.test.ts); a command does not.
  const databaseUrl = 'postgres://x:hidden-password@127.0.0.1:9/y';
  await assert.rejects(
    openDatabase({ databaseUrl, dataDir: folder }, createLog('silent')),
    ({ name, message }: Error) => {
      assert.match(message, /DATABASE_URL.*127\.0\.0\.1:9/);
      assert.doesNotMatch(message, /hidden-password/);
      return name === 'StartFault';
    },
  );
  const missing = new URL(database.url);
  missing.pathname = '/quittance_nowhere';
  assert.match(await refusedStart({ DATABASE_URL: missing.href }), /quittance_nowhere|database/i);
});

test('a database server that is too old, and a database that is newer than the service, stop the start', async () => {
  const old = await startOldPostgres('140010', '14.10');
  assert.match(await refusedStart({ DATABASE_URL: old.url }), /PostgreSQL 14\.10.*15 or newer/);
  await old.close();
  const newer = await testDatabase();
  await newer.db.query(
    "insert into schema_migrations (name, checksum, applied_at) values ('9999-later.sql', 'x', now())",
  );
  assert.match(await refusedStart({ DATABASE_URL: newer.url }), /newer/);
  await newer.drop();
});

test('a data folder that cannot be written stops the start', async () => {
  const file = join(folder, 'in-the-way');
  writeFileSync(file, '');
  assert.ok((await refusedStart({ DATA_DIR: join(file, 'data') })).includes(file));
  // File permissions do not apply to root.
  if (process.getuid?.() === 0) return;
  const closed = join(folder, 'closed');
  mkdirSync(closed);
  chmodSync(closed, 0o500);
  assert.ok((await refusedStart({ DATA_DIR: join(closed, 'data') })).includes(closed));
});

test('a port that is taken stops the start', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = String((server.address() as AddressInfo).port);
  assert.match(
    await refusedStart({ ROLES: 'api', PORT: port, SECRET_KEY: key }),
    new RegExp(`Port ${port}.*in use.*PORT`),
  );
  await new Promise((resolve) => server.close(resolve));
});

test('S9-only-endpoint: if every endpoint serves another chain, the service starts without that network', async () => {
  const node = createHttpServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
    request.on('end', () => {
      const asked = JSON.parse(text) as { id: number } | { id: number }[];
      const answer = ({ id }: { id: number }) => ({ jsonrpc: '2.0', id, result: '0x1' });
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(Array.isArray(asked) ? asked.map(answer) : answer(asked)));
    });
  });
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`;
  const terms = { databaseUrl: database.url, config: unwatchedNetworks, roles: 'api,watcher' };
  const service = await startService({ ...terms, env: { RPC_URL_LOCAL: url, SECRET_KEY: key } });
  await service.says('is on chain 1, but local is chain 31337');
  const networks = await ok<Json[]>(client(service.apiUrl).get('/networks'));
  // The other network has no reachable endpoint, which does not prevent the start either.
  for (const network of ['local', 'real'])
    assert.equal(networks.find(({ symbol }) => symbol === network)?.available, false, network);
  assert.equal(await service.stop(), 0);
  node.closeAllConnections();
  await new Promise((resolve) => node.close(resolve));
});

test('pages that are not built are built before the service is ready, by a process that ends with it', async () => {
  const gate = join(folder, 'gate');
  const root = await cloneWithoutPages(join(folder, 'clone'), gate);
  const terms = { databaseUrl: database.url, config: unwatchedNetworks, roles: 'api' };
  const service = await startService({ ...terms, root, env: { BUILD_PAGES: 'first', SECRET_KEY: key } });
  assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
  await service.says('"page":"docs","msg":"building a page"');
  const early = await fetch(`${service.url}/readyz`);
  assert.deepEqual([early.status, ((await early.json()) as Json).reason], [503, 'the pages are being built (docs)']);
  assert.ok(!service.lines.some((line) => line.includes('"msg":"listening"')));
  writeFileSync(gate, '');
  await service.says('"page":"counter","seconds"');
  await service.says('"msg":"listening"');
  assert.equal((await fetch(`${service.url}/readyz`)).status, 200);
  const built = service.lines.flatMap(
    (line) => /"page":"(\w+)","seconds":[\d.]+,"msg":"page built"/.exec(line)?.[1] ?? [],
  );
  assert.deepEqual(built, ['docs', 'counter']);
  assert.match(await (await fetch(`${service.url}/docs`)).text(), /<script[^>]* src="\/assets\/docs\//);
  assert.equal(await service.stop(), 0);

  // A service that stops during a build leaves no partial files.
  const dist = join(root, 'web/docs/dist');
  rmSync(dist, { recursive: true });
  rmSync(gate);
  const { startPageBuild } = (await import(
    join(root, 'src/built/page-folders.ts')
  )) as typeof import('../../src/built/page-folders.ts');
  const build = (await startPageBuild(createLog('silent'))).build ?? assert.fail('nothing is missing');
  await until(() => existsSync(dist) && readdirSync(dist).length > 0, 'the build to begin');
  build.stop();
  await build.done;
  assert.deepEqual(readdirSync(dist), []);
});

/** The sources, with the three largest pages marked as built. The script of the reference waits for the file `gate`. */
async function cloneWithoutPages(root: string, gate: string): Promise<string> {
  const names = ['src', 'web', 'docs', 'locales', 'migrations', 'package.json', 'package-lock.json', 'tsconfig.json'];
  const filter = (path: string) => !path.endsWith('/dist');
  for (const name of names) cpSync(join(projectRoot, name), join(root, name), { recursive: true, filter });
  symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'));
  const config = join(root, 'web/docs/vite.config.ts');
  const waiting = `import { until } from ${JSON.stringify(join(projectRoot, 'test/rig/client.ts'))};
    import { existsSync } from 'node:fs';
    const gate = { name: 'gate', closeBundle: () => until(() => existsSync(${JSON.stringify(gate)}), 'the gate') };\n`;
  const plain = readFileSync(config, 'utf8');
  writeFileSync(config, waiting + plain.replace('publicDir: false,', 'publicDir: false, plugins: [gate],'));
  for (const page of ['checkout', 'embed', 'console'] as const) {
    const { builtFolder } = await import(join(root, 'web/build-page.ts'));
    const sources = await import(join(root, 'web', page, 'build.ts'));
    mkdirSync(await builtFolder(sources[`${page}Sources`]), { recursive: true });
  }
  return root;
}
