// Calls the PHP client of BTCPay Greenfield, which is not part of this repository.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Json } from '../client.ts';
import { projectRoot } from '../house/source-tree.ts';

/** The folder of btcpayserver/btcpayserver-greenfield-php. Without it, the story of that client is not run. */
export const phpClientFolder = process.env.GREENFIELD_PHP_CLIENT;

/** Calls a function of a class of the client. `door`: the answer of POST /app/{id}/doors. Throws what it printed. */
export type CallPhp = (target: string, ...parameters: readonly unknown[]) => Promise<Json>;

export function phpClient(folder: string, door: Json): CallPhp {
  const script = join(projectRoot, 'test/merchants/doors/shops/greenfield.php');
  const env = { PATH: process.env.PATH, CLIENT: folder, BASE_URL: door.base_url, API_KEY: door.api_key };
  return async (target, ...parameters) => {
    const { stdout } = await promisify(execFile)('php', [script, ...target.split('::'), JSON.stringify(parameters)], {
      env,
    });
    return JSON.parse(stdout) as Json;
  };
}
