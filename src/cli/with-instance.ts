// Runs a command against the instance that the environment configures, whether or not the service is running.
import type { Instance } from '../features/instance.ts';
import { readEnvironment } from '../io/environment.ts';
import { createLog } from '../io/log.ts';
import { loadSecretKey } from '../io/secrets/secret-key.ts';
import { openDatabase } from '../roles/open-database.ts';
import { type OpenInstance, openInstance } from '../roles/open-instance.ts';
import type { Terminal } from './terminal.ts';

/**
 * The instance logs to `errors` from `warn` up, so that the output holds only the command's result. With `quiet` it
 * logs nothing, because the result already contains those messages.
 */
export async function withInstance<T>(
  terminal: Pick<Terminal, 'variables' | 'errors'>,
  act: (instance: Instance, open: OpenInstance) => Promise<T>,
  options: { readonly asksRates?: boolean; readonly isQuiet?: boolean } = {},
): Promise<T> {
  const environment = readEnvironment(terminal.variables);
  const log = createLog(options.isQuiet === true ? 'fatal' : 'warn', terminal.errors);
  const secretKey = await loadSecretKey(environment.dataDir, environment.secretKey);
  const database = await openDatabase(environment, log);
  try {
    const open = await openInstance({
      environment,
      databaseUrl: database.url,
      secretKey,
      log,
      name: 'command',
      maxConnections: 3,
      asksRates: options.asksRates ?? false,
    });
    try {
      return await act(open.instance, open);
    } finally {
      await open.close();
    }
  } finally {
    await database.stop();
  }
}
