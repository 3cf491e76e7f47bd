// The shop's webhook receiver. It accepts only deliveries that the reference implementation of Standard Webhooks
// verifies.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import type { Json } from '../../test/rig/client.ts';

export interface VerifiedEvent {
  /** The same for every attempt at the same event. */
  readonly id: string;
  readonly type: string;
  /** The invoice or the transaction, as the API shows it. */
  readonly data: Json;
}

export interface WebhookReceiver {
  readonly url: string;
  /** Called once for each later event, in order of arrival. */
  onEvent(listener: (event: VerifiedEvent) => void): void;
  /** Called for each refused request, with the reason. */
  onRefused(listener: (reason: string) => void): void;
  /** Sets the secret that the API returned for the webhook. Until then all requests are refused. */
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
      // A webhook may arrive more than once. The id identifies repeats.
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

/** The signature covers the exact text, so it is verified before parsing. */
function verified(request: IncomingMessage, body: string, secret: string | null): VerifiedEvent {
  if (secret === null) throw new Error('no secret is known yet');
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const { type, data } = new Webhook(secret).verify(body, headers) as { type: string; data: Json };
  return { id: headers['webhook-id'] as string, type, data };
}
