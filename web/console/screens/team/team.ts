// The team of an app, and the name and rights of each role.
import type { App, AppMember } from '../../../../sdk/typescript/src/generated/api.ts';
import { words } from '../../words/words.ts';

export const roles = ['owner', 'accountant', 'support', 'developer'] as const;
export type Role = (typeof roles)[number];

/** The name of a role, and a sentence on its rights. */
export function wordsOfRole(role: Role): { readonly name: string; readonly may: string } {
  return { name: words.roles[role], may: words.roleRights[role] };
}

/** The API leaves out the role of an owner. */
export function roleIn(app: Pick<App, 'role'>): Role {
  return app.role ?? 'owner';
}

/** The name, or the address if there is no name. */
export function nameOf({ name, email }: Pick<AppMember, 'name' | 'email'>): string {
  return name ?? email;
}
