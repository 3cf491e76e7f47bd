// POST /hooks/quittance: verifies a webhook over its raw body and records the event.
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { record, setting, type WebhookEvent } from '../../../shop.ts';

export async function POST(request: Request): Promise<Response> {
  // The text as it came. `request.json()` would lose what was signed.
  const body = await request.text();
  let event: WebhookEvent;
  try {
    event = new Webhook(setting('WEBHOOK_SECRET')).verify(body, Object.fromEntries(request.headers)) as WebhookEvent;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return new Response(null, { status: 400 });
    throw error;
  }
  if (event.type.startsWith('invoice.')) record(request.headers.get('webhook-id') as string, event);
  return new Response(null, { status: 204 });
}
