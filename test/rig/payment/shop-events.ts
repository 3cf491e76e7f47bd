// The events of a shop, as its owner lists them.
import { type Client, type Json, ok } from '../client.ts';

export interface ShopEvents {
  /** The last hundred events, or the ones of one invoice among them, oldest first. */
  events(invoiceId?: string): Promise<Json[]>;
  /** The types of these events. */
  eventTypes(invoiceId?: string): Promise<string[]>;
}

/** `api` uses the app's token. */
export function shopEvents(api: Client, appId: string): ShopEvents {
  const events: ShopEvents['events'] = async (invoiceId) => {
    const newestFirst = await ok<Json[]>(api.get('/events', { query: { app_id: appId, limit: 100 } }));
    return newestFirst.filter((event) => invoiceId === undefined || event.invoice_id === invoiceId).reverse();
  };
  return { events, eventTypes: async (invoiceId) => (await events(invoiceId)).map(({ type }) => type as string) };
}
