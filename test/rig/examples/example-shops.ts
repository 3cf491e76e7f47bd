// Runs the shops of examples/, each as a separate process with the environment from its README.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../client.ts';
import { projectRoot } from '../house/source-tree.ts';
import { adopt, hasEnded } from '../run/child-sweep.ts';
import { pythonWithDjango } from '../run/parts/install-example-languages.ts';

export interface Example {
  readonly name: string;
  /** Runs in the folder of the example. */
  command(port: number): readonly string[];
}

export interface RunningShop {
  readonly name: string;
  /** Without a trailing slash. */
  readonly url: string;
  /** Empty if the shop gets it by itself. */
  readonly secret: string;
  /** Lines of its output so far. */
  log(): readonly string[];
  stop(): Promise<void>;
}

export interface ShopTerms {
  readonly port: number;
  /** The secret of the shop's webhook, unless its command creates it. */
  readonly secret?: string;
  /** Additional environment variables. */
  readonly env: Readonly<Record<string, string>>;
  /** The folder of the example by default. */
  readonly folder?: string;
}

const rig = (file: string) => join(projectRoot, 'test/rig/examples', file);

/** Express and Next.js are not dependencies of this project, so these examples run on `node:http`. */
export const examples: readonly Example[] = [
  { name: 'express', command: () => [process.execPath, '--import', rig('express-by-routes.ts'), 'shop.ts'] },
  { name: 'nextjs', command: () => [process.execPath, rig('serve-app-folder.ts')] },
  {
    name: 'django',
    command: (port) => [
      pythonWithDjango() ?? 'python3',
      '-B',
      'shop.py',
      'runserver',
      '--noreload',
      `127.0.0.1:${port}`,
    ],
  },
  { name: 'php', command: (port) => ['php', '-S', `127.0.0.1:${port}`, 'shop.php'] },
];

/** Waits until it responds. Throws with its output if it ends instead. */
export async function startExample(example: Example, terms: ShopTerms): Promise<RunningShop> {
  const { port, secret = '', env, folder = join(projectRoot, 'examples', example.name) } = terms;
  const data = mkdtempSync(join(tmpdir(), 'quittance-example-'));
  const url = `http://localhost:${port}`;
  const [program = '', ...args] = example.command(port);
  const child = spawn(program, args, {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      SHOP_URL: url,
      SHOP_DATABASE: join(data, 'shop.db'),
      WEBHOOK_SECRET: secret,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // The shop may start other processes.
    detached: true,
  });
  adopt(child, args.at(-1) ?? program);
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
  const text = () => output.join('');
  const answers = () =>
    fetch(url).then(
      ({ status }) => status === 200,
      () => false,
    );
  await until(
    async () => {
      if (hasEnded(child)) throw new Error(`The example ${example.name} ended:\n${text()}`);
      return answers();
    },
    () => `the example ${example.name} to answer:\n${text()}`,
  );
  return {
    name: example.name,
    url,
    secret,
    log: () => text().split('\n'),
    async stop() {
      if (!hasEnded(child)) {
        const ended = new Promise((resolve) => child.once('exit', resolve));
        process.kill(-(child.pid as number), 'SIGKILL');
        await ended;
      }
      rmSync(data, { recursive: true, force: true });
    },
  };
}
