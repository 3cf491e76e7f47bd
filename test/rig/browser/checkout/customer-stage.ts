// The setup for tests of the customer's page: the payment stage with one shop, and browsers.
import type { BrowserContext } from 'playwright-core';
import { buildCheckout } from '../../../../web/checkout/build.ts';
import type { Json } from '../../client.ts';
import { type Customer, type Shop, type ShopOptions, type Stage, type StageOptions, startStage } from '../../stage.ts';
import { launchBrowser } from '../browser.ts';
import { pageNetwork } from '../page-network.ts';
import { type Visit, visitCheckout } from './checkout-visit.ts';

export interface CustomerStage {
  readonly stage: Stage;
  /** A shop that uses a new address for each attempt. */
  readonly shop: Shop;
  /** Opens a new browser profile. */
  visitor(): Promise<Visit>;
  /** Creates an invoice over this many USD with a USDT attempt by a new customer; `of` selects another shop. */
  asked(total: string, more?: Json, of?: Shop): Promise<{ invoice: Json; attempt: Json; customer: Customer }>;
  /** Closes all open visits. */
  leave(): Promise<void>;
  close(): Promise<void>;
}

export async function startCustomerStage(
  options: StageOptions,
  { settings }: Pick<ShopOptions, 'settings'> = {},
): Promise<CustomerStage> {
  const [stage, browser] = await Promise.all([
    startStage({ ...options, network: async (anvil) => ({ ...pageNetwork, ...(await options.network?.(anvil)) }) }),
    launchBrowser(),
    buildCheckout({ if: 'missing or stale' }),
  ]);
  const shop = await stage.shop({ receives: 'xpub', ...(settings === undefined ? {} : { settings }) });
  const contexts: BrowserContext[] = [];
  return {
    stage,
    shop,
    async visitor() {
      const visit = await visitCheckout(browser, { origin: stage.service.url });
      contexts.push(visit.context);
      return visit;
    },
    async asked(total, more = {}, of = shop) {
      const invoice = await of.invoice(total, more);
      const customer = await stage.customer();
      return { invoice, customer, attempt: await stage.attempt(invoice, customer.address, 'USDT') };
    },
    leave: async () => void (await Promise.all(contexts.splice(0).map((context) => context.close()))),
    async close() {
      await browser.close();
      await stage.close();
    },
  };
}
