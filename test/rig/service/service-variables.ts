// The environment and the temporary folder of a service under test.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordedVariables } from '../run/affected/record/recorded-variables.ts';
import type { ServiceOptions } from './service-terms.ts';

const scratchFolders = new Set<string>();

/** A folder that is removed when the service stops, or when this process ends. */
export function scratchFolder(): string {
  if (scratchFolders.size === 0) process.once('exit', () => scratchFolders.forEach(clear));
  const folder = mkdtempSync(join(tmpdir(), 'quittance-service-'));
  scratchFolders.add(folder);
  return folder;
}

export function clear(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  scratchFolders.delete(folder);
}

/** Only the variables set here, because a developer's own DATABASE_URL or PORT must not affect a test. */
export function serviceVariables(
  options: ServiceOptions,
  { url, dataDir, scratch }: { readonly url: string; readonly dataDir: string; readonly scratch: string },
): Record<string, string> {
  const config = join(scratch, 'quittance.json');
  const roles = options.roles ?? 'api,watcher,worker';
  if (options.config !== undefined) writeFileSync(config, configText(options));
  const inherited = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ', 'NODE_COMPILE_CACHE'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return recordedVariables({
    ...Object.fromEntries(inherited),
    HOST: '127.0.0.1',
    PORT: new URL(url).port,
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    ROLES: roles,
    // Without the API, only the metrics port shows when it is ready.
    ...(roles.split(',').includes('api') ? {} : { METRICS_PORT: new URL(url).port }),
    // Pages are built only if a test opens one. Tests share the built pages.
    BUILD_PAGES: 'when-opened',
    // In a test, no proxy needs time to notice the end of the service.
    DRAIN_SECONDS: '0',
    // No test calls Telegram. The filter for outgoing requests refuses this address, unless a test allows it.
    TELEGRAM_API_URL: 'http://127.0.0.1:9',
    ...(options.databaseUrl === undefined ? {} : { DATABASE_URL: options.databaseUrl }),
    ...(options.config === undefined ? {} : { CONFIG: config }),
    ...options.env,
  });
}

/** The network `test` is off unless the test is about it, so that its shops accept only the coins that they name. */
function configText({ config = {}, testNetwork = false }: ServiceOptions): string {
  const { networks = {}, ...rest } = config as { readonly networks?: object };
  const test = testNetwork ? {} : { test: { enabled: false } };
  return JSON.stringify({ networks: { ...test, ...networks }, ...rest }, null, 2);
}
