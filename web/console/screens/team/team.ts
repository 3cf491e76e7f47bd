// The team of an app as the API tells it, and what each role may do, in words.
import type { App } from '../../../../sdk/src/generated/api.ts';

export const roles = ['owner', 'accountant', 'support', 'developer'] as const;
export type Role = (typeof roles)[number];

export interface AppMember {
  readonly id: string;
  readonly app_id: string;
  readonly role: Role;
  readonly status: 'active' | 'invited' | 'expired';
  readonly email: string;
  readonly name: string | null;
  /** null for who has not joined yet. */
  readonly user_id: string | null;
  readonly invitation_ends_at: string | null;
  readonly created_at: string;
}

export const roleWords: Readonly<Record<Role, { readonly name: string; readonly may: string }>> = {
  owner: { name: 'Owner', may: 'Everything, also where you are paid and who is in the team.' },
  accountant: { name: 'Accountant', may: 'Sees everything and exports it. Changes nothing.' },
  support: { name: 'Support', may: 'Sees everything, settles and cancels invoices, assigns payments.' },
  developer: { name: 'Developer', may: 'Sees everything, holds the app token and webhooks, plays test payments.' },
};

/** Who has no role in it yet made it before there were teams: its owner. */
export function roleIn(app: App & { readonly role?: string }): Role {
  return roles.find((role) => role === app.role) ?? 'owner';
}

/** The name, and the address where there is none. */
export function nameOf({ name, email }: Pick<AppMember, 'name' | 'email'>): string {
  return name ?? email;
}
