// Many readers of an invoice's events at once, each from an address of its own.
import { get, type IncomingHttpHeaders } from 'node:http';
import type { Json } from '../client.ts';
import type { ServiceProcess } from '../service.ts';

export interface InvoiceStream {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The last state that came whole; null before the first, and where the stream was refused. */
  newest(): Json | null;
  close(): void;
}

/** One stream for each address, which the service must take the word of a proxy on this machine for. */
export function openStreams(
  service: Pick<ServiceProcess, 'apiUrl'>,
  invoiceId: string,
  addresses: readonly string[],
): Promise<InvoiceStream[]> {
  const url = `${service.apiUrl}/invoice/${invoiceId}/events?v=1`;
  return Promise.all(addresses.map((address) => openStream(url, address)));
}

function openStream(url: string, address: string): Promise<InvoiceStream> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false, headers: { 'x-forwarded-for': address } }, (response) => {
      let text = '';
      let newest: Json | null = null;
      response.setEncoding('utf8').on('data', (part: string) => {
        const events = (text + part).split('\n\n');
        text = events.pop() ?? '';
        for (const event of events) {
          // A beat tells nothing of the invoice.
          const data = /^event: invoice\ndata: (.*)$/m.exec(event)?.[1];
          if (data !== undefined) newest = JSON.parse(data);
        }
      });
      // Hanging up is no failure of the story.
      response.on('error', () => undefined);
      const { statusCode: status = 0, headers } = response;
      resolve({ status, headers, newest: () => newest, close: () => void request.destroy() });
    });
    request.on('error', reject);
  });
}
