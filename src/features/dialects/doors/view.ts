// Doors as the API shows them.
import { type DoorKind, doorKinds } from '../../../core/access/door-kinds.ts';
import { nullable, time, uuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Door, OpenDoor } from './door-store.ts';

export const DoorKindName = Type.Unsafe<DoorKind>({ type: 'string', enum: [...doorKinds] });

const fields = {
  id: { ...uuid, description: 'Also the id of its app token: DELETE /app-token/{id} closes the door.' },
  app_id: uuid,
  kind: DoorKindName,
  base_url: Type.String({ description: 'The address to enter in the shop.' }),
  pid: nullable(Type.String({ description: 'EPay: the merchant’s number. null for other kinds.' })),
  currency: Type.String({ description: 'The currency of amounts that the shop sends without one.' }),
  cidrs: nullable(Type.Array(Type.String(), { description: 'null: it works from any address.' })),
  last_used_at: nullable(time),
  created_at: time,
};

export const DoorView = Type.Object(fields);

export const NewDoor = Type.Object({
  ...fields,
  key: Type.Optional(Type.String({ description: 'EPay: signs requests and notifications (MD5).' })),
  api_auth_token: Type.Optional(Type.String({ description: 'Epusdt: signs requests and notifications (MD5).' })),
  api_key: Type.Optional(
    Type.String({ description: 'BTCPay Greenfield and Coinbase Commerce: the token that the shop sends.' }),
  ),
  store_id: Type.Optional(Type.String({ description: 'BTCPay Greenfield: the id of the store. It is the app’s.' })),
  webhook_url: Type.Optional(
    nullable(Type.String({ description: 'Coinbase Commerce: where the shop is notified. null: nowhere.' })),
  ),
  webhook_secret: Type.Optional(
    nullable(Type.String({ description: 'Coinbase Commerce: verifies notifications. null without a `webhook_url`.' })),
  ),
});

export function doorView(door: OpenDoor, publicUrl: string) {
  return {
    id: door.id,
    app_id: door.appId,
    kind: door.kind,
    base_url: baseUrlOf(door, publicUrl),
    pid: door.pid,
    currency: door.currency,
    cidrs: door.cidrs === null ? null : [...door.cidrs],
    last_used_at: door.lastUsedAt?.toISOString() ?? null,
    created_at: door.createdAt.toISOString(),
  };
}

/** The requests of Epusdt name no merchant, so its address does. */
export function baseUrlOf({ kind, id }: Pick<Door, 'kind' | 'id'>, publicUrl: string): string {
  switch (kind) {
    case 'epay':
      return `${publicUrl}/epay`;
    case 'epusdt':
      return `${publicUrl}/epusdt/${id}`;
    case 'greenfield':
      return publicUrl;
    case 'commerce':
      return `${publicUrl}/commerce`;
  }
}
