// A decided transfer that SQL resets to undecided pays nothing again, and delays no other payment of its network.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Json, until } from '../../rig/client.ts';
import { quittance } from '../../rig/service/command-line.ts';
import { type Shop, startStage, units } from '../../rig/stage.ts';

const stage = await startStage({ confirmations: 1 });
const { db } = stage.database;
after(() => stage.close());

async function pays(shop: Shop): Promise<Json> {
  const customer = await stage.customer();
  const invoice = await shop.invoice('10.00');
  const attempt = await stage.attempt(invoice, customer.address);
  await customer.pay(attempt.to, units(attempt.amount, 18));
  await stage.mine(2);
  await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  const [transfer] = await db.byValue.query<Json>(
    'select f.* from transfers f join transactions t on t.id = f.transaction_id where t.id = $1',
    [attempt.id],
  );
  return transfer;
}

test('T7-decisions: a credited transfer that SQL made undecided is skipped, and others are paid', async () => {
  const [shop, other] = [await stage.shop(), await stage.shop()];
  for (const change of ['disposition = null', 'disposition = null, transaction_id = null, matched_by = null']) {
    const transfer = await pays(shop);
    await db.byValue.query(`update transfers set ${change} where id = $1`, [transfer.id]);
    await pays(other);
    const [row] = await db.byValue.query<Json>('select disposition from transfers where id = $1', [transfer.id]);
    assert.equal(row.disposition, null, 'nothing decides on it again');
    await until(
      async () =>
        (await db.byValue.query('select from tamper_findings where subject_id = $1', [transfer.id])).length === 1,
      'the finding to be recorded',
    );
    const { code, stdout } = await quittance(stage.service, ['audit']);
    assert.equal(code, 1);
    assert.match(stdout, new RegExp(`The row ${transfer.id} of transfers was changed outside the service`));
    await db.byValue.query(
      `update transfers set disposition = $2, transaction_id = $3, matched_by = $4 where id = $1`,
      [transfer.id, transfer.disposition, transfer.transaction_id, transfer.matched_by],
    );
    assert.equal((await quittance(stage.service, ['audit'])).code, 0);
  }
});
