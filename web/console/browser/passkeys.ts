// Passkeys of this browser: use and creation, in the service's JSON forms (WebAuthn 3 §5.1.8).

/** Whether this browser supports passkeys. */
export function knowsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}

/** Returns the response that the service verifies. Throws DOMException NotAllowedError if the user cancels. */
export async function askForPasskey(options: unknown): Promise<object> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  const credential = await navigator.credentials.get({ publicKey });
  return (credential as PublicKeyCredential).toJSON() as object;
}

/** As askForPasskey, for a new passkey. */
export async function makePasskey(options: unknown): Promise<object> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  const credential = await navigator.credentials.create({ publicKey });
  return (credential as PublicKeyCredential).toJSON() as object;
}
