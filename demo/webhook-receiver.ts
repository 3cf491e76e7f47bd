// The shop's end of the webhooks: it believes what the reference implementation of Standard Webhooks has verified.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import type { Json } from '../test/rig/client.ts';

export interface VerifiedEvent {
  /** The same for every try of the same event. */
  readonly id: string;
  readonly type: string;
  /** The invoice or the transaction, as the API shows it. */
  readonly data: Json;
}

export interface WebhookReceiver {
  readonly url: string;
  /** Called once for each event, in the order of their arrival, from now on. */
  onEvent(listener: (event: VerifiedEvent) => void): void;
  /** Called for each request that was refused, with the reason. */
  onRefused(listener: (reason: string) => void): void;
  /** The secret that the API gave when the webhook was made; until then everything is refused. */
  trust(secret: string): void;
  close(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const heard = new Set<string>();
  const eventListeners: ((event: VerifiedEvent) => void)[] = [];
  const refusalListeners: ((reason: string) => void)[] = [];
  let secret: string | null = null;

  const server = createServer(async (request, response) => {
    try {
      const event = verified(request, await text(request), secret);
      response.writeHead(204).end();
      // A webhook may come more than once; its id tells.
      if (heard.has(event.id)) return;
      heard.add(event.id);
      for (const listener of eventListeners) listener(event);
    } catch (error) {
      response.writeHead(401).end();
      for (const listener of refusalListeners) listener((error as Error).message);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    onEvent: (listener) => void eventListeners.push(listener),
    onRefused: (listener) => void refusalListeners.push(listener),
    trust(given) {
      secret = given;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** The signature is over the text exactly as it came, so it is checked before anything is parsed. */
function verified(request: IncomingMessage, body: string, secret: string | null): VerifiedEvent {
  if (secret === null) throw new Error('no secret is known yet');
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const { type, data } = new Webhook(secret).verify(body, headers) as { type: string; data: Json };
  return { id: headers['webhook-id'] as string, type, data };
}
