// Rows of rare events, written by the service's own stores as if the events had happened.
import { randomUUID } from 'node:crypto';
import { parseRate } from '../../../src/core/money/rate.ts';
import type { Instance } from '../../../src/features/instance.ts';
import { addFormerSymbol } from '../../../src/features/known/catalog/loading/catalog-row-store.ts';
import { recordHeldBack } from '../../../src/features/known/mails/budget-store.ts';
import { recordBlocked } from '../../../src/features/known/networks/blocklist-store.ts';
import { recordEndpoints } from '../../../src/features/known/networks/endpoint-store.ts';
import { recordBalances } from '../../../src/features/known/networks/sweep-store.ts';
import { insertDepegged, keepBelieved } from '../../../src/features/known/rates/rate-store.ts';
import { recordForwarding } from '../../../src/features/known/requests/forwarding/forwarding-store.ts';
import { planRemoval } from '../../../src/features/people/uploads/store.ts';
import { insertPayment } from '../../../src/features/receiving/addresses/ownership/payment/payment-store.ts';
import { recordFindings } from '../../../src/features/receiving/addresses/safety/finding-store.ts';
import { recordFinding } from '../../../src/features/receiving/tamper-alarms/finding-store.ts';
import { noteCrowd } from '../../../src/features/selling/payment-links/pages/visitor-store.ts';
import type { EndpointHealth } from '../../../src/io/chains/endpoint-health.ts';
import type { Json } from '../client.ts';
import type { Person } from './people.ts';

/** Rows that would block payments belong to a network without payments. */
export async function writeRareRows(instance: Instance, shop: Person, thief: Person): Promise<void> {
  const { db, catalog, clock, newId } = instance;
  const now = clock.now();
  const local = catalog.networkBySymbol('local');
  const coin = catalog.asset('ETH', 'local');
  const elsewhere = catalog.asset('USDT', 'ethereum');
  if (local === null || coin === null || elsewhere === null) throw new Error('A network of the world is gone');
  const [shops, thiefs] = [await walletOf(instance, shop), await walletOf(instance, thief)];
  for (const wallet of [shops, thiefs]) {
    const at = { walletId: wallet.id, networkId: elsewhere.network.id };
    await recordFindings(db, at, { ...contractFound, now });
    await recordBlocked(db, elsewhere.id, [wallet.id], now);
  }
  const balances = new Map([shops, thiefs].map(({ value }) => [value, 1n]));
  await recordBalances(db, elsewhere.network.id, balances);
  for (const { app } of [shop, thief]) {
    await noteCrowd(db, app.id, now);
    await recordHeldBack(db, { id: newId(), kind: 'receipt', budget: 'app', appId: app.id, invoiceId: null }, now);
  }
  const finding = { appId: thief.app.id, subjectType: 'address', subjectId: randomUUID() } as const;
  await recordFinding(db, finding, now);
  await db.query('update tamper_findings set settled_at = $1', [now]);
  await recordEndpoints(db, elsewhere.network.id, [endpoint]);
  await addFormerSymbol(db, { id: newId(), symbol: 'old-local', networkId: local.id, assetId: null }, 'local', now);
  const rate = parseRate('1800');
  if (rate !== null) await keepBelieved(db, [{ pair: 'ETH/EUR', at: now, rate }], now);
  await insertDepegged(db, 'USDC', now);
  await recordForwarding(db, { isPrivateAddress: true, header: 'x-forwarded-for', sender: '127.0.0.1', seenAt: now });
  await planRemoval(db, `${randomUUID()}.webp`, new Date(now.getTime() + 86_400_000));
  await askForProof(instance, thief, { address: shops.value, assetId: coin.id, networkId: local.id });
}

const endpoint: EndpointHealth = {
  name: 'node.example',
  state: 'healthy',
  reason: null,
  headNumber: 1,
  lagBlocks: 0,
  errorRate: 0,
  latencyMs: 1,
  requests: 1,
  busyAnswers: 0,
  budgetUsed: null,
  restMs: 0,
  usage: { calls: 1, answerBytes: 1, units: null, seconds: 1 },
};

const contractFound = { codes: ['contract'], isComplete: true } as const;

async function walletOf({ db }: Instance, { address }: Person): Promise<Json> {
  const [wallet] = await db.query<{ id: string; value: string }>('select id, value from wallets where value = $1', [
    address.toLowerCase(),
  ]);
  return wallet;
}

/** Asks the thief to prove control of the shop's address by a payment. */
async function askForProof(
  { db, clock, seals, newId }: Instance,
  thief: Person,
  place: { readonly address: string; readonly assetId: string; readonly networkId: string },
): Promise<void> {
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + 86_400_000);
  const payment = { id: newId(), ownerId: thief.id, ...place, amount: 1_234n, fromBlock: 1, expiresAt };
  await insertPayment(db, { ...payment, mac: seals.sign('proof_payment', payment), createdAt });
}
