// One Chromium for a whole run of the tests: each file connects to it and opens contexts of its own.
import { chromium } from 'playwright-core';
import { adopt, sweepStrays } from '../run/child-sweep.ts';
import { count } from '../run/costs/costs.ts';
import { chromiumOptions } from './browser.ts';

export interface SharedBrowser {
  /** To be $TEST_BROWSER_ENDPOINT of every process that opens pages. Its path is a secret that opens the browser. */
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** Starts it on the loopback interface. It never outlives this process. */
export async function startSharedBrowser(): Promise<SharedBrowser> {
  sweepStrays();
  count('browser');
  // The signals are the run's own: it ends its files first.
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  const server = await chromium.launchServer({ ...(await chromiumOptions()), ...signals, host: '127.0.0.1' });
  adopt(server.process(), '--no-sandbox');
  return { endpoint: server.wsEndpoint(), stop: () => server.close() };
}
