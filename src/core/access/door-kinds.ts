// The dialects in which existing shops can call, and the scopes of the app token that each of them uses.
import type { AppTokenScope } from './app-token-scopes.ts';

export const doorKinds = ['epay', 'epusdt', 'greenfield', 'commerce'] as const;
export type DoorKind = (typeof doorKinds)[number];

/** Shops of these kinds send a token. The others sign with a key. */
export const tokenDoorKinds = ['greenfield', 'commerce'] as const satisfies readonly DoorKind[];
export type TokenDoorKind = (typeof tokenDoorKinds)[number];
export type SignedDoorKind = Exclude<DoorKind, TokenDoorKind>;

export function isTokenDoor(kind: DoorKind): kind is TokenDoorKind {
  return (tokenDoorKinds as readonly DoorKind[]).includes(kind);
}

const orders = ['invoices:read', 'invoices:write', 'transactions:read'] as const;
const shops = [...orders, 'invoices:settle', 'webhooks:write', 'refunds:write'] as const;

export const doorScopes: Readonly<Record<DoorKind, readonly AppTokenScope[]>> = {
  epay: orders,
  epusdt: orders,
  greenfield: shops,
  commerce: shops,
};
