// Passkeys of this browser: asking for one, and making one, in the service's JSON forms (WebAuthn 3 §5.1.8).

/** Whether this browser can be asked for a passkey at all. */
export function knowsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}

/** Answers what the service verifies. Throws DOMException NotAllowedError where the person used none. */
export async function askForPasskey(options: unknown): Promise<object> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  const credential = await navigator.credentials.get({ publicKey });
  return (credential as PublicKeyCredential).toJSON() as object;
}

/** As askForPasskey, for a new one. */
export async function makePasskey(options: unknown): Promise<object> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  const credential = await navigator.credentials.create({ publicKey });
  return (credential as PublicKeyCredential).toJSON() as object;
}
