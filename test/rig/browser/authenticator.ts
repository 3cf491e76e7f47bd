// A software authenticator (WebAuthn level 3) that creates ES256 passkeys and signs with them, without a browser.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export interface Authenticator {
  /** Returns the response to creation options in the form of `PublicKeyCredential.toJSON()`. */
  create(options: { challenge: string }, changes?: Changes): object;
  /** Signs request options with the passkey that was created before. */
  get(options: { challenge: string }, changes?: Changes): object;
}

/** Differences from a correct response. */
export interface Changes {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  /** The response claims no user verification by fingerprint or PIN. */
  readonly isUnverified?: boolean;
  readonly counter?: number;
}

export function softwareAuthenticator(origin: string): Authenticator {
  const id = randomBytes(32);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let used = 0;
  const clientData = (type: string, challenge: string, changes: Changes) =>
    Buffer.from(JSON.stringify({ type, challenge: changes.challenge ?? challenge, origin: changes.origin ?? origin }));
  const authenticatorData = (changes: Changes, hasKey: boolean) => {
    const flags = 0x01 | (changes.isUnverified ? 0 : 0x04) | (hasKey ? 0x40 : 0);
    const counter = Buffer.alloc(4);
    used += 1;
    counter.writeUInt32BE(changes.counter ?? used);
    return Buffer.concat([sha256(changes.rpId ?? new URL(origin).hostname), Buffer.of(flags), counter]);
  };
  const named = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' };
  return {
    create({ challenge }, changes = {}) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const data = Buffer.concat([authenticatorData(changes, true), Buffer.alloc(16), length, id, coseKey(publicKey)]);
      const attestation = Buffer.concat([
        Buffer.of(0xa3),
        ...[cborText('fmt'), cborText('none'), cborText('attStmt'), Buffer.of(0xa0), cborText('authData')],
        cborBytes(data),
      ]);
      const response = {
        clientDataJSON: clientData('webauthn.create', challenge, changes).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      };
      return { ...named, response, clientExtensionResults: {} };
    },
    get({ challenge }, changes = {}) {
      const client = clientData('webauthn.get', challenge, changes);
      const data = authenticatorData(changes, false);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      };
      return { ...named, response, clientExtensionResults: {} };
    },
  };
}

/** {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y} (RFC 9053). */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const point = [x, y].map((part) => cborBytes(Buffer.from(part, 'base64url'))) as [Buffer, Buffer];
  return Buffer.concat([
    Buffer.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21),
    point[0],
    Buffer.of(0x22),
    point[1],
  ]);
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.of(0x60 | text.length), Buffer.from(text)]);
}

function cborBytes(bytes: Buffer): Buffer {
  const head =
    bytes.length < 256 ? Buffer.of(0x58, bytes.length) : Buffer.of(0x59, bytes.length >> 8, bytes.length & 255);
  return Buffer.concat([head, bytes]);
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}
