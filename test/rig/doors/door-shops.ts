// Runs the shops that speak EPay and Epusdt, which have their own signatures. Nothing is signed for them here.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Json, until } from '../client.ts';
import { projectRoot } from '../house/source-tree.ts';
import { adopt } from '../run/child-sweep.ts';
import { freePort } from '../run/free-port.ts';

export interface ShopProgram {
  readonly dialect: 'epay' | 'epusdt';
  readonly language: 'PHP' | 'Python';
}

export const shopPrograms: readonly ShopProgram[] = [
  { dialect: 'epay', language: 'PHP' },
  { dialect: 'epay', language: 'Python' },
  { dialect: 'epusdt', language: 'PHP' },
  { dialect: 'epusdt', language: 'Python' },
];

/** A notification as the shop received it, and what the shop made of it. */
export interface ShopNotification {
  readonly verdict: 'accepted' | 'busy' | 'signature' | 'order' | 'amount' | 'param' | 'status';
  readonly method: string;
  /** The query of EPay, or the body of Epusdt. */
  readonly sent: string;
}

export interface DoorShop extends ShopProgram {
  readonly url: string;
  /** Runs a command of the shop, such as `order 1042 19.90`. Returns what it prints. */
  run(...args: readonly string[]): Promise<string>;
  /** The signature of each message, by the shop's own program. */
  sign(messages: readonly Json[]): Promise<string[]>;
  /** Makes the shop answer `fail` to the next notification, as if its database were down. */
  failOnce(): void;
  notifications(): ShopNotification[];
  stop(): Promise<void>;
}

/** `door`: the answer of POST /app/{id}/doors. */
export async function startDoorShop(program: ShopProgram, door: Json): Promise<DoorShop> {
  const folder = mkdtempSync(join(tmpdir(), 'quittance-shop-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const isPhp = program.language === 'PHP';
  const file = join(projectRoot, 'test/merchants/doors/shops', `${program.dialect}.${isPhp ? 'php' : 'py'}`);
  const command = isPhp ? 'php' : 'python3';
  const key = program.dialect === 'epay' ? { PID: door.pid, KEY: door.key } : { TOKEN: door.api_auth_token };
  const env = { PATH: process.env.PATH, GATEWAY: door.base_url, SHOP_URL: url, SHOP_FOLDER: folder, ...key };
  const serving = isPhp ? ['-S', `127.0.0.1:${port}`, file] : [file, 'serve', String(port)];
  const child = spawn(command, serving, { env, stdio: 'ignore' });
  adopt(child, file);
  await until(() => isListening(url, child), `the ${program.dialect} shop in ${program.language} to listen`);
  const log = join(folder, 'notifications');
  const start = (args: readonly string[]) => promisify(execFile)(command, [file, ...args], { env });
  return {
    ...program,
    url,
    run: async (...args) => (await start(args)).stdout.trim(),
    async sign(messages) {
      const running = start(['sign']);
      running.child.stdin?.end(JSON.stringify(messages));
      return JSON.parse((await running).stdout) as string[];
    },
    failOnce: () => writeFileSync(join(folder, 'busy'), ''),
    notifications: () => (existsSync(log) ? linesOf(log).map((line) => JSON.parse(line) as ShopNotification) : []),
    async stop() {
      const ended = new Promise((resolve) => child.once('close', resolve));
      if (child.exitCode === null && child.kill()) await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Throws if the program has ended. */
async function isListening(url: string, { exitCode }: ChildProcess): Promise<boolean> {
  if (exitCode !== null) throw new Error(`the shop ended with ${exitCode}`);
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Complete lines only, because a shop may be writing the last one. */
function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8').split('\n').slice(0, -1);
}
