// What the pages and routes of the shop share: its product, its settings and its orders.
import { DatabaseSync } from 'node:sqlite';

export const product = { name: 'Brass bicycle bell', price: '25.00', currency: 'USD' };

export interface WebhookEvent {
  readonly type: string;
  /** Numbers the events of one invoice. */
  readonly sequence: number;
  readonly data: { readonly status: string; readonly order: { readonly reference: string | null } };
}

/** Read when a request needs it: `next build` has no settings. Throws if it is not set. */
export function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`${name} is not set`);
  return value;
}

export function openOrder(id: string): void {
  database().prepare(`insert into orders values (?, 'open', 0) on conflict do nothing`).run(id);
}

/** null if there is no such order. */
export function statusOf(id: string): string | null {
  const order = database().prepare('select status from orders where id = ?').get(id);
  return order === undefined ? null : String(order.status);
}

/** In one transaction: an event counts once, and an older one changes nothing. */
export function record(id: string, { sequence, data }: WebhookEvent): void {
  const db = database();
  const { reference } = data.order;
  db.exec('begin immediate');
  try {
    const isNew = db.prepare('insert into events values (?) on conflict do nothing').run(id).changes === 1;
    const update = db.prepare('update orders set status = ?, sequence = ? where id = ? and sequence < ?');
    const hasChanged = isNew && update.run(data.status, sequence, reference, sequence).changes === 1;
    db.exec('commit');
    // After an order is paid, and never before, the goods are sent.
    if (hasChanged) console.log(`Order ${reference} is ${data.status}`);
  } catch (error) {
    db.exec('rollback');
    throw error;
  }
}

let opened: DatabaseSync | null = null;

function database(): DatabaseSync {
  if (opened !== null) return opened;
  opened = new DatabaseSync(process.env.SHOP_DATABASE ?? 'shop.db', { timeout: 5_000 });
  opened.exec(`create table if not exists orders (id text primary key, status text not null, sequence integer not null);
               create table if not exists events (id text primary key)`);
  return opened;
}
