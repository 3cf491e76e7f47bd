// The product in the API benchmark: a real service process, a merchant with a fixed address, and open invoices.
import { loadSecretKey } from '../../src/io/secrets/secret-key.ts';
import { type Json, ok } from '../../test/rig/client.ts';
import { ownerBrowser } from '../../test/rig/doors/owner-browser.ts';
import { createMerchant, type Merchant } from '../../test/rig/merchant.ts';
import { startServiceProcess } from '../../test/rig/service/service-process.ts';
import type { ServiceProcess } from '../../test/rig/service.ts';
import { runSql } from '../bench-database.ts';
import { benchNetworks } from '../bench-networks.ts';
import { signCopies } from '../sign-copies.ts';

export interface ProductStand {
  readonly service: ServiceProcess;
  readonly appToken: string;
  readonly doors: BenchDoors;
  /** Ids of this many new open invoices, with totals from 1.00 to 2,000.00 USD. */
  invoices(count: number): Promise<readonly string[]>;
}

/** Doors of the same app, for orders in US dollars. */
export interface BenchDoors {
  readonly epay: { readonly pid: string; readonly key: string };
  readonly epusdt: { readonly path: string; readonly token: string };
  readonly greenfield: { readonly storeId: string; readonly token: string };
  readonly commerce: { readonly token: string };
}

export async function startProduct(databaseUrl: string, nodeOptions: string): Promise<ProductStand> {
  const env = { LOG_LEVEL: 'warn', ...(nodeOptions === '' ? {} : { NODE_OPTIONS: nodeOptions }) };
  const service = await startServiceProcess({ databaseUrl, config: benchNetworks, roles: 'api', env });
  try {
    const merchant = await createMerchant(service, {
      accepts: [['ETH', 'local']],
      receives: [{ network: 'local', kind: 'address', value: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }],
    });
    const model = await ok<Json>(merchant.appApi.post('/invoice', { total: '100.00', currency: 'USD' }));
    return {
      service,
      appToken: merchant.app.token,
      doors: await openDoors(service, merchant),
      async invoices(count) {
        const ids = await copyInvoice(databaseUrl, model.id, count);
        await signCopies(databaseUrl, await loadSecretKey(service.dataDir, null));
        await runSql(databaseUrl, 'vacuum analyze invoices');
        return ids;
      },
    };
  } catch (error) {
    await service.stop();
    throw error;
  }
}

async function openDoors({ apiUrl }: ServiceProcess, merchant: Merchant): Promise<BenchDoors> {
  const { app } = merchant;
  const api = await ownerBrowser(apiUrl, merchant);
  const open = (kind: string) => ok<Json>(api.post(`/app/${app.id}/doors`, { kind, currency: 'USD' }));
  const [{ pid, key }, epusdt] = [await open('epay'), await open('epusdt')];
  const [greenfield, commerce] = [await open('greenfield'), await open('commerce')];
  return {
    epay: { pid, key },
    epusdt: { path: new URL(epusdt.base_url).pathname, token: epusdt.api_auth_token },
    greenfield: { storeId: greenfield.store_id, token: greenfield.api_key },
    commerce: { token: commerce.api_key },
  };
}

/** Copies rows in the database, since creating as many through the API would take longer than the benchmark. */
async function copyInvoice(databaseUrl: string, modelId: string, count: number): Promise<readonly string[]> {
  const rows = await runSql<{ id: string }>(
    databaseUrl,
    `insert into invoices
     select (json_populate_record(i, json_build_object(
       'id', gen_random_uuid(), 'total', 100 + floor(random() * 199900)::int, 'sequence', 1,
       'expires_at', now() + interval '1 day', 'deadline', now() + interval '1 day', 'created_at', now()))).*
     from invoices i, generate_series(1, $2) where i.id = $1 returning id`,
    [modelId, count],
  );
  return rows.map((row) => row.id);
}
