// A new operator: a service with an empty data folder, the shop's own server, a mail server, and a browser that is
// operated by mouse, by keyboard, or at the width of a phone.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { visitCheckout } from '../../test/rig/browser/checkout/checkout-visit.ts';
import { signIn } from '../../test/rig/browser/console/console-visit.ts';
import { type Hands, keyboard, mouse } from '../../test/rig/browser/console/input-devices.ts';
import { photograph } from '../../test/rig/browser/console/screenshots.ts';
import { until } from '../../test/rig/client.ts';
import { type MailServer, startMailServer } from '../../test/rig/outside/mail-server.ts';
import { password } from '../../test/rig/people.ts';
import { type Receiver, startReceiver } from '../../test/rig/receiver.ts';
import { startServiceProcess } from '../../test/rig/service/service-process.ts';
import type { ServiceProcess } from '../../test/rig/service/service-terms.ts';

export const waysToOperate = ['mouse', 'keyboard', 'phone'] as const;
export type Way = (typeof waysToOperate)[number];

export interface Walk {
  readonly name: string;
  readonly mostClicks: number;
  take(operator: NewOperator): Promise<void>;
}

export interface NewOperator {
  readonly service: ServiceProcess;
  readonly page: Page;
  readonly hands: Hands;
  /** The links to the main pages: a bar at the bottom of a phone's screen, else a column. */
  readonly navigation: Locator;
  readonly receiver: Receiver;
  readonly mail: MailServer;
  /** Takes pictures if SCREENSHOTS names a folder. Their time does not count. */
  look(name: string): Promise<void>;
  /** The time and the clicks so far. */
  summary(walk: Walk): string;
  close(): Promise<void>;
}

/** Starts to count when the service is ready. */
export async function openNewOperator(browser: Browser, way: Way): Promise<NewOperator> {
  const [receiver, mail] = [await startReceiver(), await startMailServer()];
  const service = await startServiceProcess({
    // The shop is on this machine. All other settings have their defaults.
    env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', PUBLIC_URL: '', BUILD_PAGES: '', DRAIN_SECONDS: '' },
    testNetwork: true,
  });
  const isPhone = way === 'phone';
  const viewport = isPhone ? { width: 375, height: 812 } : { width: 1280, height: 860 };
  const { page, context, complaints } = await visitCheckout(browser, { origin: service.url, viewport, isPhone });
  const hands = way === 'keyboard' ? keyboard(page) : mouse();
  const began = performance.now();
  let pictures = 0;
  return {
    service,
    page,
    hands,
    navigation: page.locator(isPhone ? '.thumb-bar' : 'nav'),
    receiver,
    mail,
    async look(name) {
      const at = performance.now();
      await photograph(page, `${name}-${way}`, { isWhole: true });
      pictures += performance.now() - at;
    },
    summary({ mostClicks }) {
      const seconds = Math.round((performance.now() - began - pictures) / 1000);
      const { clicks, keys } = hands.count;
      return `${seconds} s of the machine, ${clicks} clicks (at most ${mostClicks}), ${keys} key presses and entries`;
    },
    async close() {
      await context.close();
      await service.stop();
      await receiver.close();
      await mail.close();
      if (complaints.length > 0) console.log(`  the browser complained: ${[...new Set(complaints)].join('\n    ')}`);
    },
  };
}

const email = 'ada@example.com';

/** Opens the set-up link, makes the first account and signs in. */
export async function makeFirstAccount({ service, page, hands, look }: NewOperator): Promise<void> {
  const link = join(service.dataDir, 'setup-link');
  await until(() => existsSync(link), 'the set-up link');
  await page.goto(readFileSync(link, 'utf8').trim());
  await look('set-up-link');
  await hands.fill(page.getByLabel('E-mail'), email);
  await hands.fill(page.getByLabel('Password'), password);
  await hands.press(page.getByRole('button', { name: 'Create account' }));
  await page.getByRole('heading', { name: 'Account created' }).waitFor();
  await look('account-created');
  await hands.press(page.getByRole('link', { name: 'Sign in' }));
  await signIn(page, hands, email);
  await page.getByRole('heading', { name: 'Set up this instance' }).waitFor();
}
