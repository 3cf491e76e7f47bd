// Replaces the browser's globals while the server draws the page: an empty memory and a wide screen.

/** The page's location; set before each drawing, which is synchronous. */
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
