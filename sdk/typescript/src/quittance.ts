// The exports of the package: the client, its errors, and the verification of webhooks.
import { Api, type Invoice, type Transaction } from './generated/api.ts';
import type { CallOptions } from './transport.ts';

export type * from './generated/api.ts';
export { type Page, Pages } from './pages.ts';
export { type FieldProblem, QuittanceProblem, QuittanceUnreachable } from './problem.ts';
export type { CallOptions, QuittanceOptions } from './transport.ts';
export { type VerifiedDelivery, type VerifyOptions, verifyWebhook, WebhookRefused } from './verify-webhook.ts';

/** An invoice as its customer sees it, with the newest attempts to pay it. */
export interface InvoiceNow {
  readonly invoice: Invoice;
  readonly transactions: readonly Transaction[];
}

/**
 * The period of the credits, from `from` (inclusive) to `to` (exclusive) in RFC 3339, and the format; the default is
 * CSV.
 */
export interface ExportQuery {
  /** Implied by an app token. */
  readonly app_id?: string;
  readonly from?: string;
  readonly to?: string;
  readonly format?: 'csv' | 'jsonl';
}

/**
 * One method for each operation of the API, with the same name. Each resolves to the response or throws
 * QuittanceProblem.
 */
export class Quittance extends Api {
  /**
   * Streams all credits of a period as lines of CSV or JSON. Reading throws if the service could not finish; the data
   * read so far is then incomplete.
   */
  async exportCredits(query: ExportQuery = {}, options: CallOptions = {}): Promise<ReadableStream<Uint8Array>> {
    const type = query.format === 'jsonl' ? 'application/x-ndjson' : 'text/csv';
    const { body } = await this.open({ method: 'GET', path: '/exports', query }, options, type);
    if (body === null) throw new Error('an export has a body');
    return body;
  }

  /**
   * Yields the invoice as it is now, and again after each change. It ends with the connection; call it again to
   * continue, since the first value is always complete. `signal` ends it early.
   */
  async *watchInvoice(id: string, options: CallOptions = {}): AsyncGenerator<InvoiceNow> {
    const path = `/invoice/${encodeURIComponent(id)}/events`;
    const response = await this.open({ method: 'GET', path }, options, 'text/event-stream');
    if (response.body === null) return;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let unread = '';
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        unread += value;
        const messages = unread.split('\n\n');
        unread = messages.pop() ?? '';
        for (const message of messages) {
          const lines = message.split('\n');
          const data = lines.find((line) => line.startsWith('data: '));
          // The stream also contains heartbeats, which only keep the connection open.
          if (data !== undefined && lines.includes('event: invoice'))
            yield JSON.parse(data.slice('data: '.length)) as InvoiceNow;
        }
      }
    } finally {
      await reader.cancel().catch(() => undefined);
    }
  }
}
