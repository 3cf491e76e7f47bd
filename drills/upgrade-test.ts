// `npm run upgrade-test`: replaces the previous version by this one, with a full database and under load. No request
// may fail or wait.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchDatabase, runSql } from '../bench/bench-database.ts';
import { benchNetworks } from '../bench/bench-networks.ts';
import { fillApp, modelOf } from '../bench/growth/filled-app.ts';
import { loadSecretKey } from '../src/io/secrets/secret-key.ts';
import { until } from '../test/rig/client.ts';
import { projectRoot } from '../test/rig/house/source-tree.ts';
import { brokenLaws } from '../test/rig/laws.ts';
import { createMerchant } from '../test/rig/merchant.ts';
import { startBalancer } from '../test/rig/run/balancer.ts';
import { startServiceProcess } from '../test/rig/service/service-process.ts';
import { requestsAtRate } from './requests.ts';

const usage = `npm run upgrade-test -- [--rows 1000000] [--from REF] [--rate 50] [--slowest 1000]
  REF is a commit or tag of this repository: the newest release, or, before there is one, the commit before the newest
  migration came. Fills its database with this many invoices, starts this version in parallel, and stops the old one.
  Exits with 1 if a request failed or took longer than --slowest (milliseconds; Infinity on a machine with other
  work), or if a law of money does not hold.`;
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    rate: { type: 'string', default: '50' },
    slowest: { type: 'string', default: '1000' },
    from: { type: 'string' },
    help: { type: 'boolean' },
  },
});
const [rows, rate, slowest] = [Number(values.rows), Number(values.rate), Number(values.slowest)];
if (values.help === true || !(rows > 0) || !(rate > 0) || !(slowest > 0)) {
  console.error(usage);
  process.exit(values.help === true ? 0 : 2);
}

const from = values.from ?? versionBefore();
const folder = mkdtempSync(join(tmpdir(), 'quittance-before-'));
const root = join(folder, 'quittance');
process.once('exit', () => {
  rmSync(folder, { recursive: true, force: true });
  git('worktree', 'prune');
});
git('worktree', 'add', '--detach', '--force', root, from);
copyPackages();
const database = await benchDatabase();
// The balancer checks ten times a second, so it stops sending requests long before the port closes.
const env = { DRAIN_SECONDS: '3' };
const environment = { databaseUrl: database.url, config: benchNetworks, roles: 'api,worker' };
console.log(`from ${git('log', '-1', '--format=%h %s', from)}`);
const old = await startServiceProcess({ ...environment, env, root });
const merchant = await createMerchant(old, {
  decidesByAppToken: false,
  accepts: [['ETH', 'local']],
  receives: [{ network: 'local', kind: 'address', value: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }],
});
const secretKey = await loadSecretKey(old.dataDir, null);
const model = { ...(await modelOf(database.url, merchant.appApi, merchant.app.id)), secretKey };
for (let first = 1; first <= rows; first += 100_000) {
  await fillApp(model, first, Math.min(rows, first + 99_999));
  console.log(`${Math.min(rows, first + 99_999)} of ${rows} invoices`);
}
await runSql(database.url, 'vacuum analyze');
// Rows inserted by SQL have no blocks and credits. Only an increase of violations counts.
const count = (sql: string) => runSql<{ count: string }>(database.url, sql);
const before = await brokenLaws((sql) => count(sql).catch(noneOfNewTables));

const places = [old.url];
const balancer = await startBalancer(places);
const load = requestsAtRate(balancer.url, { rate, token: merchant.app.token });
const startedAt = performance.now();
const now = await startServiceProcess({ ...environment, env: { ...env, SECRET_KEY: secretKey.toString('base64') } });
console.log(`this version is ready after ${Math.round(performance.now() - startedAt)} ms: ${load.told()}`);
places.push(now.url);
await until(() => balancer.ready().length === 2, 'both versions to be ready', { withinMs: 180_000 });
await new Promise((resolve) => setTimeout(resolve, 5_000));
console.log(`both versions for five seconds: ${load.told()}`);
await old.stop();
await new Promise((resolve) => setTimeout(resolve, 5_000));
const { sent, failed, slowestMillis } = await load.end();
console.log(`requests ${sent}, slowest ${slowestMillis} ms`);
const after = await brokenLaws(count);
const newlyBroken = Object.keys(after).filter((law) => after[law] !== before[law]);
console.log(newlyBroken.length === 0 ? 'every law holds as before' : `broken since: ${newlyBroken.join('; ')}`);
console.log(`failed ${failed}`);

await balancer.close();
await now.stop();
await database.drop();
process.exit(failed === 0 && slowestMillis <= slowest && newlyBroken.length === 0 ? 0 : 1);

/** A table or column that the previous version lacks counts as zero violations. */
function noneOfNewTables(error: unknown): [{ readonly count: string }] {
  const { code } = error as { readonly code?: unknown };
  if (code === '42P01' || code === '42703') return [{ count: '0' }];
  throw error;
}

/** Reuses the installed packages if the previous version has the same lock file. */
function copyPackages(): void {
  const lock = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8');
  if (lock(root) === lock(projectRoot)) symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'));
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
}

function versionBefore(): string {
  const tags = git('tag', '--list', 'v*', '--sort=-version:refname').split('\n').filter(Boolean);
  const here = git('rev-parse', 'HEAD');
  const released = tags.find((tag) => git('rev-list', '-n', '1', tag) !== here);
  if (released !== undefined) return released;
  const before = `${lastWith('A')}~1`;
  // Before the first release a migration may still be changed. Versions before that change cannot be upgraded.
  const changed = lastWith('MDR');
  const isEarlier = changed === '' || git('merge-base', changed, before) === changed;
  return isEarlier ? before : changed;
}

/** The last commit that added a migration, or (by `filter`) modified, deleted or renamed one. */
function lastWith(filter: string): string {
  return git('log', '--first-parent', '-m', `--diff-filter=${filter}`, '--format=%H', '-1', '--', 'migrations');
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}
