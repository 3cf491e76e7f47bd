// The API representation of passkeys, for their owner.

import { nullable, time, uuid } from '../../../../io/http/schemas.ts';
import { Type } from '../../../../io/schema.ts';
import type { Passkey } from './passkey-store.ts';

export const PasskeyView = Type.Object({
  id: uuid,
  name: Type.String(),
  last_used_at: nullable(time),
  created_at: time,
});

export function passkeyView(passkey: Passkey) {
  return {
    id: passkey.id,
    name: passkey.name,
    last_used_at: passkey.lastUsedAt?.toISOString() ?? null,
    created_at: passkey.createdAt.toISOString(),
  };
}
