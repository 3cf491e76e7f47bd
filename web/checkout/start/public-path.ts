// The service's addresses on its own host: below the path of PUBLIC_URL, which the page's own address begins with.

/** `path` as in '/api/…'. The page is the checkout or the counter, at any of their addresses. */
export function addressOf(path: string): string {
  const [, publicPath = ''] = /^(.*)\/(?:pay|counter)\/[^/]+(?:\/[a-z]+)?$/.exec(location.pathname) ?? [];
  return publicPath + path;
}

/** The customer's page of an invoice. */
export const payAddress = (invoiceId: string): string => addressOf(`/pay/${invoiceId}`);
