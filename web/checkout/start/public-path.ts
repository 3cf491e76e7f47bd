// The service's URLs on its own host: below the path of PUBLIC_URL, with which the page's own URL begins.

/** `path` such as '/api/…'. Works on every page of the checkout and the counter. */
export function addressOf(path: string): string {
  const [, publicPath = ''] = /^(.*)\/(?:pay|counter)\/[^/]+(?:\/[a-z]+)?$/.exec(location.pathname) ?? [];
  return publicPath + path;
}

/** The customer's page of an invoice. */
export const payAddress = (invoiceId: string): string => addressOf(`/pay/${invoiceId}`);
