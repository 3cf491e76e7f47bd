// Passkeys in a real browser: a virtual authenticator, and a first passkey created with it.
import type { Page } from 'playwright-core';

/** Adds a virtual authenticator that always verifies its user and consents. */
export async function plugIn(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const kind = { protocol: 'ctap2', transport: 'internal' } as const;
  const agrees = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true };
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...kind, ...agrees, automaticPresenceSimulation: true },
  });
}

/**
 * Creates a passkey as the page does, and evaluates to the last status. Source text, because it runs inside the page.
 */
export const makePasskey = `(async () => {
  const ask = (method, path, csrf, body) =>
    fetch('/api' + path + '?v=1', {
      method,
      headers: { 'content-type': 'application/json', 'x-csrf-token': csrf },
      body: body && JSON.stringify(body),
    });
  const csrf = (await ask('GET', '/passkeys', '')).headers.get('x-csrf-token');
  const options = await (await ask('POST', '/passkey/options', csrf)).json();
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const made = await navigator.credentials.create({ publicKey });
  return (await ask('POST', '/passkey', csrf, { name: 'Laptop', response: made.toJSON() })).status;
})()`;
