// One connection with lines of text, over TCP or TLS, limited in time and length.
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { EndpointFault } from '../../endpoint-fault.ts';
import type { ElectrumAddress } from './electrum-address.ts';

export interface LineOptions {
  /** Shown in faults instead of the address. */
  readonly name: string;
  /** The timeout of connecting and the handshake, in milliseconds. */
  readonly timeoutMs: number;
  readonly maxLineBytes: number;
  heard(line: string): void;
  /** Called once, for any reason. */
  ended(fault: EndpointFault): void;
}

export interface LineConnection {
  write(lines: readonly string[]): void;
  end(fault: EndpointFault): void;
}

const newline = 0x0a;

/** Throws EndpointFault. A pinned certificate must match exactly, and then needs no certificate authority. */
export async function openLines(address: ElectrumAddress, options: LineOptions): Promise<LineConnection> {
  const { name, timeoutMs } = options;
  const { host, port, isEncrypted, fingerprint } = address;
  let isOver = false;
  let socket: Socket | null = null;
  const end = (fault: EndpointFault): void => {
    if (isOver) return;
    isOver = true;
    socket?.destroy();
    options.ended(fault);
  };
  await new Promise<void>((resolve, reject) => {
    const refuse = (fault: EndpointFault) => {
      clearTimeout(timer);
      end(fault);
      reject(fault);
    };
    const gone = (cause?: Error) => refuse(unreachable(name, cause));
    const timer = setTimeout(() => gone(new Error(`no connection within ${timeoutMs} ms`)), timeoutMs);
    const secured = (): void => {
      if (socket === null || isOver) return;
      if (fingerprint !== null && fingerprintOf(socket as TLSSocket) !== fingerprint)
        return void refuse(new EndpointFault('unreachable', `${name} shows another certificate than the pinned one`));
      clearTimeout(timer);
      resolve();
    };
    socket = isEncrypted
      ? connectTls({
          host,
          port,
          rejectUnauthorized: fingerprint === null,
          minVersion: 'TLSv1.2',
          ...(isIP(host) === 0 ? { servername: host } : {}),
        })
      : connectTcp({ host, port });
    socket.once(isEncrypted ? 'secureConnect' : 'connect', secured);
    socket.on('error', gone).on('close', () => gone());
    socket.on('data', lineSplitter(options, end));
    socket.setNoDelay(true).setKeepAlive(true, 60_000);
  });
  return {
    write: (lines) => void socket?.write(`${lines.join('\n')}\n`),
    end,
  };
}

/** Passes on complete lines; ends the connection at one that is too long. */
function lineSplitter(
  { name, maxLineBytes, heard }: LineOptions,
  end: (fault: EndpointFault) => void,
): (chunk: Buffer) => void {
  let pieces: Buffer[] = [];
  let length = 0;
  return (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      const line = Buffer.concat([...pieces, chunk.subarray(from, at)]).toString('utf8');
      pieces = [];
      length = 0;
      from = at + 1;
      heard(line);
    }
    if (from < chunk.length) pieces.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > maxLineBytes) end(new EndpointFault('malformed', `${name} sent a line above the length limit`));
  };
}

function fingerprintOf(socket: TLSSocket): string {
  return (socket.getPeerX509Certificate()?.fingerprint256 ?? '').replaceAll(':', '').toLowerCase();
}

function unreachable(name: string, cause?: Error): EndpointFault {
  const code = (cause as NodeJS.ErrnoException | undefined)?.code ?? cause?.message ?? 'closed';
  return new EndpointFault(
    'unreachable',
    `${name} could not be reached (${code})`,
    cause === undefined ? {} : { cause },
  );
}
