// A small SMTP server (RFC 5321) on 127.0.0.1 that stores its mails, for tests that read them.
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as received, with quoted-printable decoded. */
  readonly text: string;
}

export interface MailServer {
  /** The value of SMTP_URL. */
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /** Rejects the next `count` mails temporarily (451). Mails to unknown@ are always rejected permanently (550). */
  refuse(count: number): void;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let refusals = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    converse(socket, (mail) => {
      if (refusals > 0) {
        refusals -= 1;
        return false;
      }
      mails.push(mail);
      return true;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    refuse: (count) => {
      refusals = count;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function converse(socket: Socket, take: (mail: ReceivedMail) => boolean): void {
  let input = '';
  let envelope = { from: '', to: [] as string[] };
  let isData = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  say('220 test ESMTP');
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    input += chunk;
    const end = () => (isData ? '\r\n.\r\n' : '\r\n');
    for (let cut = input.indexOf(end()); cut !== -1; cut = input.indexOf(end())) {
      const part = input.slice(0, cut);
      input = input.slice(cut + end().length);
      if (isData) {
        isData = false;
        say(take({ ...envelope, text: decoded(unstuffed(part)) }) ? '250 taken' : '451 not now');
        envelope = { from: '', to: [] };
      } else if (/^(EHLO|HELO)/i.test(part)) say('250 test');
      else if (/^MAIL FROM:/i.test(part)) {
        envelope = { from: addressIn(part), to: [] };
        say('250 ok');
      } else if (/^RCPT TO:<unknown@/i.test(part)) {
        say('550 no such user');
      } else if (/^RCPT TO:/i.test(part)) {
        envelope.to.push(addressIn(part));
        say('250 ok');
      } else if (/^DATA/i.test(part)) {
        isData = true;
        say('354 go on');
      } else if (/^QUIT/i.test(part)) {
        say('221 bye');
        socket.end();
      } else say(/^(RSET|NOOP)/i.test(part) ? '250 ok' : '502 unknown');
    }
  });
}

function addressIn(line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? '';
}

/** Removes the dot that is added to a line that begins with one (RFC 5321 §4.5.2). */
function unstuffed(data: string): string {
  return data.replace(/^\./gm, '');
}

function decoded(text: string): string {
  if (!/^content-transfer-encoding: quoted-printable/im.test(text)) return text;
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
