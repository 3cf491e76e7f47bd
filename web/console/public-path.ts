// The path of PUBLIC_URL, which the address of the console's own script begins with.

const [, root] = /^(.*)\/assets\/console\/[^/]+$/.exec(import.meta.url) ?? [];

/** '' where the service is at the root of its host, else as in '/shop/pay'. */
export const publicPath: string = root === undefined ? '' : new URL(root).pathname.replace(/\/$/, '');

/** How browsers reach the service, as in 'https://shop.example/pay'. */
export const publicUrl = (): string => window.location.origin + publicPath;
