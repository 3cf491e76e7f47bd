// A store in the form of Greenfield.
import type { App } from '../../../people/apps/store.ts';

const defaultExpirationSeconds = 86_400;
/** A late payment is matched to its attempt within a week. */
export const monitoringSeconds = 7 * 86_400;

export function storeView({ id, name, url, settings, archivedAt }: App, defaultCurrency: string) {
  return {
    id,
    name,
    website: url,
    supportUrl: settings.supportContact,
    defaultCurrency,
    defaultLang: 'en',
    invoiceExpiration: defaultExpirationSeconds,
    monitoringExpiration: monitoringSeconds,
    // The confirmations of each network are settings of the app and of the instance.
    speedPolicy: 'MediumSpeed',
    networkFeeMode: 'Never',
    anyoneCanCreateInvoice: false,
    lazyPaymentMethods: false,
    archived: archivedAt !== null,
  };
}
