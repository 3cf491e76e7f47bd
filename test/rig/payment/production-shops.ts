// Production apps of a stage's merchant that were paid before, so that changes of their addresses must wait.
import { type Client, type Json, ok } from '../client.ts';
import { newAddress, type Stage, units } from '../stage.ts';

export interface ProductionShop {
  readonly app: Json;
  readonly appApi: Client;
  readonly address: Json;
  invoice(total?: string): Promise<Json>;
  attempt(): Promise<Json>;
}

export interface ProductionShops {
  /** Creates a production app, which is paid once by default. */
  openShop(options?: { readonly isPaid?: boolean; readonly value?: string }): Promise<ProductionShop>;
  addAddress(app: Json, value: string, kind?: string): Promise<Json>;
}

/** api: calls with a token that may change the addresses of production apps. */
export function productionShops(stage: Stage, api: Client): ProductionShops {
  const addAddress = (app: Json, value: string, kind = value.startsWith('0x') ? 'address' : 'xpub') =>
    ok<Json>(api.post('/app-address', { app_id: app.id, network: 'local', kind, value }));
  return {
    addAddress,
    async openShop({ isPaid = true, value = newAddress() as string } = {}) {
      const app = await ok<Json>(
        api.post('/app', { name: `Shop ${value}`, url: 'https://shop.example', environment: 'production' }),
      );
      const appApi = api.as(app.token);
      await ok(api.post('/app-cryptocurrency', { app_id: app.id, cryptocurrency: 'ETH', network: 'local' }));
      const address = await addAddress(app, value);
      const invoice = (total = '10') => ok<Json>(appApi.post('/invoice', { total, currency: 'USD' }));
      const attempt = async () => stage.attempt(await invoice(), newAddress());
      if (isPaid) {
        const owed = await invoice();
        const customer = await stage.customer();
        const quote = await stage.attempt(owed, customer.address);
        await customer.pay(quote.to, units(quote.amount, 18));
        await stage.mine(4);
        await stage.invoiceBecomes(owed.id, { status: 'paid' });
      }
      return { app, appApi, address, invoice, attempt };
    },
  };
}
