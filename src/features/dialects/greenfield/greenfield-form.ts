// Notifications of Greenfield: JSON with the header BTCPay-Sig.
import { createHmac } from 'node:crypto';
import type { Claim } from '../../events/deliveries/claim-store.ts';
import type { DeliveryForm } from '../../events/deliveries/delivery-form.ts';
import { type Message, type Prepared, userAgent } from '../../events/deliveries/message.ts';
import type { Instance } from '../../instance.ts';
import type { NoticeSource } from './webhooks/notices/notice-facts.ts';
import { writeNotices } from './webhooks/notices/write-notices.ts';

export function greenfieldForm(instance: Instance): DeliveryForm {
  return {
    async prepare(claims) {
      const sound = claims.filter(({ tampered }) => tampered === null);
      const notices = await writeNotices(instance, sound.map(sourceOf));
      const byId = new Map(sound.map(({ id }, index) => [id, notices[index] ?? null]));
      return claims.map(({ id, url }): Prepared | null => {
        const found = byId.get(id) ?? null;
        if (found === null) return null;
        return found.outdated === null ? messageOf(url, found.bodies) : { outdated: found.outdated };
      });
    },
  };
}

function sourceOf({ id, data, ...claim }: Claim): NoticeSource {
  return { ...claim, deliveryId: id, data: JSON.parse(data) as object };
}

function messageOf(url: string, [body, ...others]: readonly string[]): Message | null {
  if (body === undefined) return null;
  return {
    request: ({ secrets: [secret] }) => ({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', 'user-agent': userAgent, 'btcpay-sig': signatureOf(body, secret) },
      body,
    }),
    refusal: () => null,
    next: messageOf(url, others) ?? undefined,
  };
}

function signatureOf(body: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}
