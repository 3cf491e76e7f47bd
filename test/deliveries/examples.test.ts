// The shops of examples/ sell, are paid on a chain, and accept only webhooks that the service sent.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { buyAndPay, heardEvents, openExample, refusesOthers } from '../rig/examples/buy-and-pay.ts';
import { examples, type RunningShop, startExample } from '../rig/examples/example-shops.ts';
import { projectRoot } from '../rig/house/source-tree.ts';
import { freePort } from '../rig/run/free-port.ts';
import { openShop, type Shop } from '../rig/shop.ts';

let shop: Shop;
const running: RunningShop[] = [];

before(async () => {
  shop = await openShop();
});
after(async () => {
  await Promise.all(running.map((one) => one.stop()));
  await shop?.close();
});

for (const example of examples) {
  test(`the example ${example.name} marks an order as paid, once, by a webhook that it has verified`, async () => {
    const opened = await openExample(shop, example);
    running.push(opened);
    const order = await buyAndPay(shop, opened);
    await refusesOthers(opened, order);
  });
}

test('the commands of the tutorial, as they stand there, open a shop that is paid', async () => {
  const port = await freePort();
  const script = commandsOf('docs/tutorials/a-shop-in-ten-minutes.md')
    .replace('http://localhost:3000', shop.service.url)
    .replace('qapp_…', shop.merchant.app.token)
    .replaceAll('127.0.0.1:4000', `127.0.0.1:${port}`);
  assert.doesNotMatch(script, /…|[34]000/, 'nothing else is left to be filled in');
  const tutorial = { name: 'php', command: () => ['bash', '-euo', 'pipefail', '-c', script] };
  const opened = await startExample(tutorial, { port, env: {}, folder: projectRoot });
  running.push(opened);
  await buyAndPay(shop, opened);
});

test('each example asks in its README for the events that it is tested with', () => {
  for (const { name } of examples) {
    const command = commandsOf(`examples/${name}/README.md`);
    assert.deepEqual(command.match(/(?<=")invoice\.\w+(?=")/g), [...heardEvents], name);
  }
});

/** The commands of a page, without those that start the demo, which has its own test. */
function commandsOf(path: string): string {
  const text = readFileSync(join(projectRoot, path), 'utf8');
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
  return blocks.filter((block) => !block.includes('npm run demo')).join('');
}
