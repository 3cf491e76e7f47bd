// The time of a network no longer counts once the configuration omits it or gives it no endpoint.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '../../src/io/new-id.ts';
import { signChanged } from '../rig/access/signed-rows.ts';
import { type Shop, type Stage, startStage } from '../rig/stage.ts';

let stage: Stage;
let shop: Shop;

before(async () => {
  stage = await startStage();
  shop = await stage.shop();
});

after(() => stage?.close());

test('an invoice expires although it is offered on a network that nobody follows any more', async () => {
  await offerRetiredNetwork();
  const invoice = await shop.invoice('10.00', { expires_in: 300 });
  await stage.pass(200);
  assert.equal((await stage.getInvoice(invoice.id)).status, 'open');
  await stage.pass(200);
  await stage.invoiceBecomes(invoice.id, { status: 'expired' });
});

/**
 * The state after a change of the configuration: a network that was followed and accepted by the app, and then removed.
 */
async function offerRetiredNetwork(): Promise<void> {
  const { db } = stage.database;
  const [networkId, assetId] = [newId(), newId()];
  await db.query(
    `insert into networks (id, symbol, family, chain_id, created_at) values ($1, 'gone', 'EVM', 999999, now())`,
    [networkId],
  );
  await db.query(
    `insert into assets (id, network_id, cryptocurrency_id, contract, decimals, created_at)
     select $1, $2, id, '', 18, now() from cryptocurrencies where symbol = 'ETH'`,
    [assetId, networkId],
  );
  await db.query(
    `insert into app_cryptocurrencies (id, app_id, asset_id, created_at, updated_at) values ($1, $2, $3, now(), now())`,
    [newId(), shop.app.id, assetId],
  );
  await signChanged({ db, service: stage.service });
  await db.query(
    `insert into network_cursors (network_id, block_number, block_hash, chain_time)
     values ($1, 5, '0x05', now() - interval '1 day')`,
    [networkId],
  );
}
