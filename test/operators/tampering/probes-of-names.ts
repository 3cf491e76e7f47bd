// Probes of former names, prices, terms and stored responses, which also apply to a second attempt.
import { newAddress } from '../../rig/stage.ts';
import type { Answered, Ask } from '../../rig/tampering/ask.ts';
import type { Person } from '../../rig/tampering/people.ts';
import type { Sales } from '../../rig/tampering/sales.ts';
import type { World } from '../../rig/tampering/world.ts';
import { type Fact, same, thiefs } from './facts.ts';

export async function askForLess(world: World, ask: Ask): Promise<Fact[]> {
  const { shop, thief, sales, thiefsSales, tillToken } = world;
  const link = { app_id: thief.app.id, slug: `${shop.name}-before`, currency: 'USD', total: '21.00' };
  const cheap = (reference: string) => ({
    app_id: shop.app.id,
    total: '1.00',
    currency: 'USD',
    order: { reference },
  });
  const coin = { app_id: sales.keyed.id, cryptocurrency: 'USDT', network: 'local', confirmations: 1 };
  const entered = { app_id: thief.app.id, network: 'local', kind: 'address', value: shop.address };
  const asked: readonly (readonly [string, string, string, object])[] = [
    ['the thief takes a slug that the shop gave up', '/api/payment-link', thief.personalToken, link],
    ['the thief enters the address of the shop', '/api/app-address', thief.personalToken, entered],
    ['an order is made anew for less', '/api/invoice', tillToken, cheap(`${shop.name}-2`)],
    ['a canceled order is made anew for less', '/api/invoice', tillToken, cheap(`${shop.name}-3`)],
    ['a coin is accepted anew sooner', '/api/app-cryptocurrency', tillToken, coin],
  ];
  const found = await Promise.all(
    asked.map(async ([name, path, token, json]) => {
      const answer = await ask('POST', `${path}?v=1`, { token, json });
      return thiefs(name, isMade(answer) ? 'yes' : null);
    }),
  );
  return [
    ...found,
    await newAddressWaits(world, ask),
    same('the shop is answered again', await answerAgain(ask, shop, sales, thiefsSales)),
    thiefs('the thief is answered again', await answerAgain(ask, thief, thiefsSales, sales)),
  ];
}

async function newAddressWaits({ shop }: World, ask: Ask): Promise<Fact> {
  const json = { app_id: shop.app.id, network: 'local', kind: 'address', value: newAddress() };
  const answer = await ask('POST', '/api/app-address?v=1', { token: shop.personalToken, json });
  const isLater = isMade(answer) && Date.parse(answer.body.effective_at) > Date.now() + 12 * 3_600_000;
  return same('a new address is paid', isMade(answer) ? (isLater ? 'after a day' : 'at once') : null);
}

async function answerAgain(ask: Ask, { app }: Person, own: Sales, other: Sales): Promise<string | null> {
  const { key, order, id } = own.repeated;
  const headers = { 'idempotency-key': key };
  const answer = await ask('POST', '/api/invoice?v=1', { token: app.token, json: order, headers });
  if (!isMade(answer)) return null;
  if (answer.body.id === other.repeated.id) return 'as the other';
  return answer.body.id === id && answer.body.total === '14.00' ? 'as before' : null;
}

function isMade({ status }: Answered): boolean {
  return status === 200 || status === 201;
}
