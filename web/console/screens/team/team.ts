// The team of an app as the API tells it, and what each role may do, in words.
import type { App, AppMember } from '../../../../sdk/src/generated/api.ts';

export const roles = ['owner', 'accountant', 'support', 'developer'] as const;
export type Role = (typeof roles)[number];

export const roleWords: Readonly<Record<Role, { readonly name: string; readonly may: string }>> = {
  owner: { name: 'Owner', may: 'Everything, also where you are paid and who is in the team.' },
  accountant: { name: 'Accountant', may: 'Sees everything and exports it. Changes nothing.' },
  support: { name: 'Support', may: 'Sees everything, settles and cancels invoices, assigns payments.' },
  developer: { name: 'Developer', may: 'Sees everything but the app token, makes webhooks, plays test payments.' },
};

/** The API names the role of whoever is no owner. */
export function roleIn(app: Pick<App, 'role'>): Role {
  return app.role ?? 'owner';
}

/** The name, and the address where there is none. */
export function nameOf({ name, email }: Pick<AppMember, 'name' | 'email'>): string {
  return name ?? email;
}
