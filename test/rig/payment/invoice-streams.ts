// Many concurrent readers of an invoice's event stream, each from a different IP address.
import { get, type IncomingHttpHeaders } from 'node:http';
import type { Json } from '../client.ts';
import type { ServiceProcess } from '../service.ts';

export interface InvoiceStream {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The last complete state; null before the first, and if the stream was rejected. */
  newest(): Json | null;
  close(): void;
}

/** Opens one stream for each address. The service must trust this machine as a proxy for addresses. */
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
          // A heartbeat contains no invoice.
          const data = /^event: invoice\ndata: (.*)$/m.exec(event)?.[1];
          if (data !== undefined) newest = JSON.parse(data);
        }
      });
      // An aborted connection does not fail the test.
      response.on('error', () => undefined);
      const { statusCode: status = 0, headers } = response;
      resolve({ status, headers, newest: () => newest, close: () => void request.destroy() });
    });
    request.on('error', reject);
  });
}
