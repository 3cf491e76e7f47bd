// What stands for the browser while the service draws the page: nothing is remembered, and the screen is wide.

/** Where the page is; set before each drawing, which is done in one go. */
export const location = { origin: '', href: '', pathname: '', search: '', hash: '' };

export function standAt(url: URL): void {
  const { origin, href, pathname, search } = url;
  Object.assign(location, { origin, href, pathname, search });
}

export const matchMedia = (_query: string) => ({ matches: true, addEventListener() {}, removeEventListener() {} });

export const navigator = { userAgent: '', language: 'en', languages: ['en'], onLine: true };

const nothingKept = { length: 0, getItem: () => null, setItem() {}, removeItem() {}, key: () => null, clear() {} };
export const localStorage = nothingKept;
export const sessionStorage = nothingKept;
