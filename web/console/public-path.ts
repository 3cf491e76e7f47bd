// The path of PUBLIC_URL, with which the URL of the console's own script begins.

const [, root] = /^(.*)\/assets\/console\/[^/]+$/.exec(import.meta.url) ?? [];

/** '' if the service is at the root of its host, otherwise such as '/shop/pay'. */
export const publicPath: string = root === undefined ? '' : new URL(root).pathname.replace(/\/$/, '');

/** The service's URL for browsers, such as 'https://shop.example/pay'. */
export const publicUrl = (): string => window.location.origin + publicPath;
