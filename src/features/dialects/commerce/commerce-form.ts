// Notifications of Coinbase Commerce: a signed JSON POST with the charge as it is at the time of sending.
import { createHmac } from 'node:crypto';
import { mayNotify, notificationsOf } from '../../../core/dialect/dialect-words.ts';
import { orderSituation } from '../../../core/dialect/order-situation.ts';
import type { SubscribableEventType } from '../../../core/event.ts';
import type { Claim } from '../../events/deliveries/claim-store.ts';
import type { DeliveryForm } from '../../events/deliveries/delivery-form.ts';
import { type Message, type Prepared, userAgent } from '../../events/deliveries/message.ts';
import type { Instance } from '../../instance.ts';
import { type Invoice, listInvoicesByIds } from '../../money/ledger/invoice-store.ts';
import type { ChargeView } from './charges/charge-view.ts';
import { readCharges } from './charges/read-charges.ts';
import { eventView } from './events/event-view.ts';

export function commerceForm(instance: Instance): DeliveryForm {
  return {
    async prepare(claims) {
      const ids = [...new Set(claims.flatMap(({ invoiceId }) => invoiceId ?? []))];
      const invoices = await listInvoicesByIds(instance.db, ids);
      const { charges } = await readCharges(instance, invoices);
      const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
      return claims.map((claim) => {
        if (claim.type === 'webhook.test')
          return messageOf(claim, { type: 'charge:created', charge: testCharge(claim), next: undefined });
        const [invoice, charge] = [byId.get(claim.invoiceId ?? ''), charges.get(claim.invoiceId ?? '')];
        return invoice === undefined || charge === undefined ? null : prepared(claim, invoice, charge);
      });
    },
  };
}

function prepared(claim: Claim, invoice: Invoice, charge: ChargeView): Prepared {
  const situation = orderSituation(invoice);
  const event = claim.type as SubscribableEventType;
  if (!mayNotify('commerce', event, situation)) return { outdated: 'The charge has changed since. Nothing was sent.' };
  const words = notificationsOf('commerce', event, situation);
  const message = words.reduceRight<Message | undefined>(
    (next, word) => messageOf(claim, { type: String(word), charge, next }),
    undefined,
  );
  return message ?? { outdated: 'Coinbase Commerce has no notification for this event. Nothing was sent.' };
}

/** Shops find no order for it. */
function testCharge({ eventId: id, eventAt }: Claim): ChargeView {
  const time = eventAt.toISOString();
  const texts = { code: 'TESTTEST', name: 'Test', description: 'A test notification' };
  return { id, resource: 'charge', ...texts, created_at: time, timeline: [{ time, status: 'NEW' }], metadata: {} };
}

interface Contents {
  readonly type: string;
  readonly charge: ChargeView;
  readonly next: Message | undefined;
}

function messageOf(claim: Claim, { type, charge, next }: Contents): Message {
  const body = JSON.stringify({
    id: claim.id,
    scheduled_for: claim.eventAt.toISOString(),
    attempt_number: claim.attempts + 1,
    event: eventView({ id: claim.eventId, type, at: claim.eventAt }, charge),
  });
  return {
    request({ secrets: [key] }) {
      const signature = createHmac('sha256', key).update(body).digest('hex');
      const headers = {
        'content-type': 'application/json',
        'user-agent': userAgent,
        'x-cc-webhook-signature': signature,
      };
      return { method: 'POST', url: claim.url, headers, body };
    },
    refusal: () => null,
    next,
  };
}
