// Makes pull payments that wait for their invoice, through a door of BTCPay Greenfield.
import { type Client, type Json, ok } from '../client.ts';

/**
 * Returns a function that makes one and returns its id. `browser` belongs to an owner who just signed in. The door is
 * opened with the first one.
 */
export function pullPaymentMaker(browser: Client, appId: string): () => Promise<string> {
  let opened: Promise<Json> | null = null;
  return async () => {
    opened ??= ok<Json>(browser.post(`/app/${appId}/doors`, { kind: 'greenfield' }));
    const { base_url: base, api_key: key, store_id: store } = await opened;
    const response = await fetch(`${base}/api/v1/stores/${store}/pull-payments`, {
      method: 'POST',
      headers: { authorization: `token ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Refund of an unknown order', amount: '0.05', currency: 'USD' }),
    });
    const made = (await response.json()) as Json;
    if (response.status !== 200) throw new Error(`${response.status} ${JSON.stringify(made)}`);
    return made.id;
  };
}
