// The customer's page while a connection between it and the chain is cut off, and its recovery. Uses the real service,
// chain and browser, with connections that fall silent.
import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import { seeHeading } from '../../rig/browser/checkout/checkout-visit.ts';
import { startCustomerStage } from '../../rig/browser/checkout/customer-stage.ts';
import { lookAtState } from '../../rig/browser/checkout/state-pictures.ts';
import { until } from '../../rig/client.ts';
import { type SilentProxy, startSilentProxy } from '../../rig/run/silent-proxy.ts';
import { units } from '../../rig/stage.ts';

const confirmations = 3;

/** Between the service and the chain. */
let node: SilentProxy;
const { stage, visitor, asked, leave, close } = await startCustomerStage({
  confirmations,
  network: async ({ url }) => {
    node = await startSilentProxy(url);
    return { rpc: [node.url] };
  },
});
/** Between the browser and the service. */
const proxy = await startSilentProxy(stage.service.url);

afterEach(leave);

after(async () => {
  await proxy.close();
  await close();
  await node.close();
});

test('a network that nobody can watch right now is said above what is waited for', async () => {
  const { invoice, attempt, customer } = await asked('9.00');
  await customer.payToken(attempt.to, units(attempt.amount, 6));
  await stage.mine();
  const { page } = await visitor();
  await page.goto(invoice.checkout_url);
  await seeHeading(page, 'Confirming payment');
  const away = page.getByText('cannot be reached right now');
  const shows = async (count: number) => {
    await page.reload();
    await seeHeading(page, 'Confirming payment');
    return (await away.count()) === count;
  };
  node.fallSilent();
  await until(() => shows(1), 'the page to say that the network is away', { withinMs: 90_000 });
  await lookAtState(page, 'network-away');
  node.heal();
  await until(() => shows(0), 'the page to say so no more', { withinMs: 90_000 });
});

test('the browser is offline, the wire silent: each is said, and heals', async () => {
  const { invoice, attempt, customer } = await asked('10.00');
  const visit = await visitor();
  const { page, context } = visit;
  await page.goto(`${proxy.url}/pay/${invoice.id}`);
  await seeHeading(page, /^Send 10/);
  const offline = page.getByText('You are offline');
  await context.setOffline(true);
  await offline.waitFor();
  // Chromium keeps a stream that was open before, which would deliver this event.
  await customer.payToken(attempt.to, units(attempt.amount, 6));
  await stage.mine();
  await lookAtState(page, 'offline');
  assert.ok(await offline.isVisible());
  await context.setOffline(false);
  await offline.waitFor({ state: 'detached' });
  await seeHeading(page, 'Confirming payment');

  proxy.fallSilent();
  await page.getByText('The payment service does not answer').waitFor();
  await lookAtState(page, 'service-away');
  await stage.mine(confirmations);
  proxy.heal();
  await seeHeading(page, 'Paid, thank you');
  await page.getByText('The payment service does not answer').waitFor({ state: 'detached' });
});

test('a part of the script that the wire swallowed holds nothing up once the service answers again', async () => {
  const { invoice, attempt, customer } = await asked('11.00');
  const { page } = await visitor();
  let isSwallowed = false;
  await page.route('**/assets/checkout/app-*.js', (route) => {
    if (isSwallowed) return route.continue();
    isSwallowed = true;
  });
  await page.goto(invoice.checkout_url);
  await seeHeading(page, /^Send 11/);
  await page.mouse.move(20, 20);
  await until(async () => isSwallowed, 'the page to ask for the rest of its script');
  await customer.payToken(attempt.to, units(attempt.amount, 6));
  await stage.mine(confirmations);
  await seeHeading(page, 'Paid, thank you');
});
