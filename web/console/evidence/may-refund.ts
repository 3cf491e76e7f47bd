// Whether the signed-in person may prepare refunds.
import { type Role, roleAllows } from '../../../src/core/access/team.ts';
import { useApp } from '../browser/chosen-app.ts';

/** By the role in the app. False until the apps are loaded. */
export function useMayRefund(appId: string | undefined): boolean {
  const { apps } = useApp();
  const app = apps.find(({ id }) => id === appId);
  return app !== undefined && roleAllows((app.role ?? 'owner') as Role, 'refund');
}
