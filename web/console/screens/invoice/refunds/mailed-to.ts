// The address that the service mails the link of a refund to.
import type { Invoice } from '../../../../../sdk/typescript/src/generated/api.ts';
import { useApp } from '../../../browser/chosen-app.ts';

/** Null if the invoice has no address, and for a test shop: its mails go to an owner. */
export function useMailedTo({ app_id: appId, customer }: Pick<Invoice, 'app_id' | 'customer'>): string | null {
  const { apps } = useApp();
  const app = apps.find(({ id }) => id === appId);
  return app?.environment === 'production' ? (customer?.email ?? null) : null;
}
