// One Chromium for a whole test run. Each file connects to it and opens its own contexts.
import { chromium } from 'playwright-core';
import { adopt, sweepStrays } from '../run/child-sweep.ts';
import { count } from '../run/costs/costs.ts';
import { chromiumOptions } from './browser.ts';

export interface SharedBrowser {
  /**
   * The value of $TEST_BROWSER_ENDPOINT for every process that opens pages. Its path is a secret that grants access to
   * the browser.
   */
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** Starts the browser on the loopback interface. It ends with this process. */
export async function startSharedBrowser(): Promise<SharedBrowser> {
  sweepStrays();
  count('browser');
  // The test run handles signals itself, since it must end its files first.
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  const server = await chromium.launchServer({ ...(await chromiumOptions()), ...signals, host: '127.0.0.1' });
  adopt(server.process(), '--no-sandbox');
  return { endpoint: server.wsEndpoint(), stop: () => server.close() };
}
