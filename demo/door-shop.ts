// A shop in each dialect: its doors, an order for each, and a receiver of the notifications that EPay and Epusdt sign.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { DoorKind } from '../src/core/access/door-kinds.ts';
import { type Fields, isSignedBy, signatureOf } from '../src/features/dialects/shop-orders/field-signature.ts';
import { type Json, ok } from '../test/rig/client.ts';
import { ownerBrowser } from '../test/rig/doors/owner-browser.ts';
import type { Merchant } from '../test/rig/merchant.ts';

export interface DoorShop {
  /** A command that makes a new order through each door. */
  orders(): Readonly<Record<DoorKind, string>>;
  /** Called for each notification, with the order's number if its signature is right. */
  onNotified(listener: (dialect: string, orderNo: string | null) => void): void;
  close(): Promise<void>;
}

export async function openDoorShop(apiUrl: string, merchant: Merchant): Promise<DoorShop> {
  const { app } = merchant;
  const api = await ownerBrowser(apiUrl, merchant);
  const open = (kind: string) => ok<Json>(api.post(`/app/${app.id}/doors`, { kind, currency: 'USD' }));
  const [epay, epusdt] = [await open('epay'), await open('epusdt')];
  const [greenfield, commerce] = [await open('greenfield'), await open('commerce')];
  const listeners: ((dialect: string, orderNo: string | null) => void)[] = [];
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://shop');
    const body = await text(request);
    const isEpay = pathname === '/epay';
    const fields = isEpay ? Object.fromEntries(searchParams) : textsOf(body);
    const { sign, signature = sign ?? '' } = fields;
    const isRight = isSignedBy(isEpay ? epay.key : epusdt.api_auth_token, fields, signature);
    response.end(isRight ? (isEpay ? 'success' : 'ok') : 'fail');
    const orderNo = (isEpay ? fields.out_trade_no : fields.order_id) ?? '';
    for (const listener of listeners) listener(isEpay ? 'EPay' : 'Epusdt', isRight ? orderNo : null);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    orders: () => ({
      epay: epayOrder(epay, `${url}/epay`),
      epusdt: epusdtOrder(epusdt, `${url}/epusdt`),
      greenfield: greenfieldOrder(greenfield),
      commerce: commerceOrder(commerce),
    }),
    onNotified: (listener) => void listeners.push(listener),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function epayOrder({ base_url: base, pid, key }: Json, notifyUrl: string): string {
  const fields = {
    pid,
    type: 'usdt.local',
    out_trade_no: newOrderNo(),
    notify_url: notifyUrl,
    name: 'Bell',
    money: '25.00',
  };
  const form = new URLSearchParams({ ...fields, sign: signatureOf(fields, key), sign_type: 'MD5' });
  return `curl -s '${base}/mapi.php' -d '${form}'`;
}

function epusdtOrder({ base_url: base, api_auth_token: key }: Json, notifyUrl: string): string {
  const fields = { order_id: newOrderNo(), amount: '25', notify_url: notifyUrl };
  const body = JSON.stringify({ ...fields, amount: 25, signature: signatureOf(fields, key) });
  return `curl -s '${base}/api/v1/order/create-transaction' -H 'Content-Type: application/json' -d '${body}'`;
}

function greenfieldOrder({ base_url: base, store_id: store, api_key: key }: Json): string {
  const body = JSON.stringify({ amount: '25.00', currency: 'USD', metadata: { orderId: newOrderNo() } });
  return postJson(`${base}/api/v1/stores/${store}/invoices`, `Authorization: token ${key}`, body);
}

function commerceOrder({ base_url: base, api_key: key }: Json): string {
  const price = { pricing_type: 'fixed_price', local_price: { amount: '25.00', currency: 'USD' } };
  const body = JSON.stringify({ name: 'Bell', ...price, metadata: { order: newOrderNo() } });
  return postJson(`${base}/charges`, `X-CC-Api-Key: ${key}`, body);
}

function postJson(url: string, credential: string, body: string): string {
  return `curl -s '${url}' -H '${credential}' -H 'Content-Type: application/json' -d '${body}'`;
}

function newOrderNo(): string {
  return `demo-${randomUUID().slice(0, 8)}`;
}

/** Empty if the body is not JSON. */
function textsOf(body: string): Fields {
  try {
    const members = Object.entries(JSON.parse(body) as object);
    return Object.fromEntries(members.map(([name, value]): [string, string] => [name, String(value)]));
  } catch {
    return {};
  }
}
