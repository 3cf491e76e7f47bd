// Passkeys in a real browser: an authenticator that is plugged in, and a first key made with it.
import type { Page } from 'playwright-core';

/** An authenticator that knows its owner and always agrees. */
export async function plugIn(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const kind = { protocol: 'ctap2', transport: 'internal' } as const;
  const agrees = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true };
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...kind, ...agrees, automaticPresenceSimulation: true },
  });
}

/** As the page for it does. A text, because it runs within the page; the status of the last answer comes of it. */
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
