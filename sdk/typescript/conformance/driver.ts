// The driver of the TypeScript client for `npm run conformance`: see sdk/conformance/README.md.
import { createInterface } from 'node:readline';
import {
  type CreateInvoiceBody,
  type ListInvoicesQuery,
  Quittance,
  QuittanceProblem,
  QuittanceUnreachable,
  verifyWebhook,
  WebhookRefused,
} from '../src/quittance.ts';

type Call =
  | { call: 'client'; url: string; token: string | null; timeout_ms: number; max_retries: number; backoff_ms?: number }
  | { call: 'create_invoice'; body: CreateInvoiceBody; idempotency_key: string | null }
  | { call: 'get_invoice' | 'cancel_invoice'; id: string }
  | { call: 'list_invoices'; query: ListInvoicesQuery }
  | {
      call: 'verify_webhook';
      body: string;
      headers: Record<string, string>;
      secrets: string[];
      tolerance: number;
      now: number;
    };

let client = new Quittance({ url: 'http://127.0.0.1' });

for await (const line of createInterface({ input: process.stdin })) {
  const answer = await answerTo(JSON.parse(line) as Call).then((ok) => ({ ok }), describe);
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

async function answerTo(call: Call): Promise<unknown> {
  switch (call.call) {
    case 'client':
      client = new Quittance({
        url: call.url,
        token: call.token ?? undefined,
        timeout: call.timeout_ms,
        retries: call.max_retries,
        backoff: call.backoff_ms,
      });
      return null;
    case 'create_invoice':
      return client.createInvoice(call.body, { idempotencyKey: call.idempotency_key ?? undefined });
    case 'get_invoice':
      return client.getInvoice(call.id);
    case 'cancel_invoice':
      return client.cancelInvoice(call.id);
    case 'list_invoices': {
      const ids: string[] = [];
      for await (const invoice of client.listInvoices(call.query)) ids.push(invoice.id);
      return { ids };
    }
    case 'verify_webhook': {
      const options = { tolerance: call.tolerance, now: new Date(call.now * 1000) };
      const { id, event } = await verifyWebhook(call.body, call.headers, call.secrets, options);
      return { id, type: event.type, data_id: (event.data as { id: string }).id };
    }
  }
}

function describe(error: unknown): object {
  if (error instanceof QuittanceProblem) {
    const { status, code, requestId: request_id, errors, retryAfter: retry_after, message } = error;
    return { error: { kind: 'problem', status, code, request_id, errors, retry_after, message } };
  }
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof QuittanceUnreachable)
    return { error: { kind: 'unreachable', idempotency_key: error.idempotencyKey, message } };
  return { error: { kind: error instanceof WebhookRefused ? 'webhook_refused' : 'usage', message } };
}
