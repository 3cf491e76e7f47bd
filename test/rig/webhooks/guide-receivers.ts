// Runs the guide's webhook receivers, each behind a web server that can be switched out of order.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../client.ts';
import { freePort } from '../run/free-port.ts';
import type { ReceiverProgram } from './receiver-programs.ts';

/** An event as stored by a receiver. */
export interface Kept {
  readonly id: string;
  readonly invoice: string;
  readonly sequence: number | null;
  readonly body: string;
}

export interface GuideReceiver {
  readonly language: string;
  readonly url: string;
  /** The ids of all deliveries so far, in order, with the status of each response. */
  readonly answered: readonly { readonly id: string; readonly status: number }[];
  /** While true, deliveries get 503 and do not reach the program. */
  outOfOrder(isOut: boolean): void;
  inbox(): Kept[];
  stop(): Promise<void>;
}

type Answering = (request: IncomingMessage, body: Buffer) => Promise<number>;

export async function startGuideReceiver(program: ReceiverProgram, secret: string): Promise<GuideReceiver> {
  const folder = mkdtempSync(join(tmpdir(), 'quittance-receiver-'));
  const inbox = join(folder, 'inbox');
  const env = { ...process.env, WEBHOOK_SECRET: secret, WEBHOOK_INBOX: inbox };
  const running = program.runsAs === 'http' ? await startListening(program, env) : null;
  const answer = running?.answer ?? asCgi(program, env);
  const answered: { id: string; status: number }[] = [];
  let isOut = false;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const status = isOut ? 503 : await answer(request, Buffer.concat(parts)).catch(() => 502);
    answered.push({ id: String(request.headers['webhook-id']), status });
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    language: program.language,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    answered,
    outOfOrder(now) {
      isOut = now;
    },
    inbox: () => (existsSync(inbox) ? readFileSync(inbox, 'utf8').split('\n').slice(0, -1).map(readLine) : []),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      running?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function readLine(line: string): Kept {
  const [id = '', invoice = '', sequence = '', body = ''] = line.split('\t');
  return { id, invoice, sequence: sequence === '' ? null : Number(sequence), body };
}

/** Forwards requests with header names in upper case, as some proxies do. */
async function startListening(program: ReceiverProgram, env: NodeJS.ProcessEnv) {
  const port = await freePort();
  const [command = '', ...args] = program.command;
  // A separate process group, because `go run` starts the program that it built.
  const child = spawn(command, args, { env: { ...env, PORT: String(port) }, stdio: 'ignore', detached: true });
  const url = `http://127.0.0.1:${port}/`;
  const isUp = () =>
    fetch(url).then(
      () => true,
      () => hasEnded(child),
    );
  await until(isUp, `the receiver in ${program.language} to listen`, { withinMs: 120_000 });
  const answer: Answering = async ({ method = 'POST', headers }, body) => {
    const passed = Object.entries(headers).filter(([name]) => /^(?:webhook-|content-type)/.test(name));
    const names = passed.map(([name, value]) => [name.toUpperCase(), String(value)] as [string, string]);
    const init = { method, headers: names, ...(method === 'GET' ? {} : { body: new Uint8Array(body) }) };
    return (await fetch(url, init)).status;
  };
  return { answer, stop: () => void (hasEnded(child) || process.kill(-(child.pid as number), 'SIGKILL')) };
}

function hasEnded({ exitCode, signalCode, pid }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null || pid === undefined;
}

/** Starts the program for each request, as a web server does (RFC 3875). */
function asCgi({ command: [command = '', ...args], file }: ReceiverProgram, env: NodeJS.ProcessEnv): Answering {
  return ({ method = 'POST', headers }, body) => {
    const given = Object.entries(headers).map(([name, value]) => [
      `HTTP_${name.toUpperCase().replaceAll('-', '_')}`,
      String(value),
    ]);
    const request = {
      GATEWAY_INTERFACE: 'CGI/1.1',
      REQUEST_METHOD: method,
      SCRIPT_FILENAME: file,
      REDIRECT_STATUS: '200',
      CONTENT_LENGTH: String(body.length),
      CONTENT_TYPE: headers['content-type'] ?? '',
    };
    const child = spawn(command, args, { env: { ...env, ...Object.fromEntries(given), ...request } });
    child.stdin.on('error', () => undefined);
    child.stdin.end(body);
    return new Promise((resolve, reject) => {
      let text = '';
      child.stdout.setEncoding('latin1').on('data', (more: string) => {
        text += more;
      });
      child.once('error', reject);
      child.once('close', () => resolve(Number(/^Status: (\d{3})/im.exec(text)?.[1] ?? (text === '' ? 502 : 200))));
    });
  };
}
