// From the set-up link to a simulated payment and a verified webhook, in a test shop, without any network.
import { until } from '../../test/rig/client.ts';
import { verify } from '../../test/rig/receiver.ts';
import { makeFirstAccount, type NewOperator, type Walk } from './new-operator.ts';

export const testPaymentWalk: Walk = { name: 'test-payment', mostClicks: 25, take };

async function take(operator: NewOperator): Promise<void> {
  const { page, hands, receiver, look } = operator;
  await makeFirstAccount(operator);
  await look('operator-set-up');
  await hands.press(page.getByRole('link', { name: 'Create your first shop' }));
  await hands.fill(page.getByLabel('Name', { exact: true }), 'Corner Shop');
  await hands.fill(page.getByLabel('Website'), 'shop.example');
  await look('shop');
  await hands.press(page.getByRole('button', { name: 'Create shop' }));
  // A test shop accepts the coins of the network `test` at once.
  await page.getByRole('button', { name: 'Simulate a payment' }).waitFor();
  await look('simulate');
  await hands.press(page.getByRole('button', { name: 'Simulate a payment' }));
  await page.getByRole('region', { name: /First payment \(done\)/ }).waitFor();
  await page.getByText('View the history').waitFor();
  await look('paid');
  await hands.fill(page.getByLabel('Endpoint URL'), receiver.url);
  await hands.press(page.getByRole('button', { name: 'Add webhook' }));
  const secret = (
    await page
      .getByRole('dialog')
      .getByText(/whsec_/)
      .innerText()
  ).trim();
  await hands.press(page.getByRole('button', { name: 'I saved it' }));
  await hands.press(page.getByRole('button', { name: 'Simulate another' }).first());
  const types = () => receiver.received.map((request) => verify(request, secret).type);
  await until(() => types().includes('invoice.paid'), 'a verified webhook about the payment');
  await look('done');
}
