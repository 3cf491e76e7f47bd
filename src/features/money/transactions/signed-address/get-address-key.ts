// GET /address-key: returns the public key that verifies signatures of payment addresses. It is public so that shops
// can compare it.
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { Type } from '../../../../io/schema.ts';
import type { AddressSigner } from './sign-address.ts';

const AddressKeyView = Type.Object({
  kty: Type.String(),
  crv: Type.String(),
  x: Type.String(),
  y: Type.String(),
  use: Type.String(),
  alg: Type.String(),
  kid: Type.String({ description: 'Its thumbprint (RFC 7638). A shop puts it into its page as `data-key`.' }),
  successions: Type.Array(Type.String(), {
    description: 'For each earlier key, a JWS signed by it (its `jwk`) with the `kid` of the next key.',
  }),
});

export function getAddressKey(signer: AddressSigner): Operation {
  return operation({
    id: 'getAddressKey',
    method: 'GET',
    path: '/address-key',
    group: 'Transactions',
    summary: 'Get the key that signs addresses',
    description:
      'A JWK that verifies the `address_signature` of a transaction. It changes with the instance’s secret key.',
    access: { public: true, cookie: true, pat: 'transactions:read', appToken: true, oauth2: 'transactions:read' },
    answer: AddressKeyView,
    handle: async () => ({ ...signer.publicKey(), successions: [...signer.successions()] }),
  });
}
