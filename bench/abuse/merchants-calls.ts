// The merchant's calls during the abuse, over plain HTTP so that the client adds little to the measurement.
import { Agent, type RequestOptions, request } from 'node:http';
import type { Merchant } from '../../test/rig/merchant.ts';
import type { ServiceProcess } from '../../test/rig/service.ts';

/** A call without an answer by then fails. */
export const patienceMillis = 30_000;

export interface MerchantsCalls {
  /** Uses the app's token over persistent connections: creates an invoice, and every other time lists the newest. */
  call(time: number): Promise<void>;
  /** Each from a different address, so that the limits on sign-ins do not apply. */
  signIn(time: number): Promise<void>;
  close(): void;
}

export function merchantsCalls({ apiUrl, url }: ServiceProcess, merchant: Merchant): MerchantsCalls {
  const agent = new Agent({ keepAlive: true });
  const invoice = { total: '20.00', currency: 'USD' };
  const authorization = `Bearer ${merchant.app.token}`;
  return {
    call: (time) =>
      time % 2 === 0
        ? send(`${apiUrl}/invoice?v=1`, { method: 'POST', agent, headers: { ...json, authorization } }, invoice)
        : send(`${apiUrl}/invoices?v=1&limit=10`, { method: 'GET', agent, headers: { authorization } }),
    signIn: (time) => {
      const from = { agent: false, localAddress: `127.0.9.${1 + (time % 250)}` };
      const { email, password } = merchant;
      const headers = { ...json, origin: url };
      return send(`${apiUrl}/auth/sign-in/email`, { method: 'POST', headers, ...from }, { email, password });
    },
    close: () => agent.destroy(),
  };
}

const json = { 'content-type': 'application/json' };

/** Resolves when a successful response was read completely; throws otherwise. */
function send(url: string, options: RequestOptions, body?: object): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const asked = request(url, options, (response) => {
    response.resume();
    response.once('error', reject);
    response.once('end', () => {
      const { statusCode = 0 } = response;
      if (statusCode >= 200 && statusCode < 300) resolve();
      else reject(new Error(`${url} answered ${statusCode}`));
    });
  });
  asked.setTimeout(patienceMillis, () => void asked.destroy(new Error(`${url} was not answered`)));
  asked.once('error', reject);
  asked.end(body === undefined ? undefined : JSON.stringify(body));
  return promise;
}
