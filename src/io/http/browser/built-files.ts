// A built page and its files, which are read when somebody asks: most processes are never asked.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface BuiltFiles {
  /** index.html. */
  readonly page: string;
  /** A file below assets/<name of the page>/ as it travels best; null where there is none of this name. */
  asset(name: string, accepted: string | undefined): Promise<Asset | null>;
}

interface Asset {
  readonly headers: Readonly<Record<string, string>>;
  readonly content: Buffer;
}

/** `folder` is as web/build-page.ts answers it. Throws where it is no built page of this name. */
export async function builtFiles(folder: string, pageName: string): Promise<BuiltFiles> {
  const assets = join(folder, 'assets', pageName);
  const names = new Set(await readdir(assets));
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  return {
    page,
    async asset(name, accepted) {
      const type = types[name.slice(name.lastIndexOf('.') + 1)];
      // Only what was built is read, so that no name leads anywhere else.
      if (!names.has(name) || type === undefined) return null;
      const coding = codings.find(([word, ending]) => accepts(accepted ?? '', word) && names.has(name + ending));
      const [word, ending] = coding ?? [null, ''];
      const headers = {
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        vary: 'accept-encoding',
        ...(word === null ? {} : { 'content-encoding': word }),
      };
      return { headers, content: await readFile(join(assets, name + ending)) };
    },
  };
}

const codings: readonly (readonly [word: string, ending: string])[] = [
  ['br', '.br'],
  ['gzip', '.gz'],
];

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
};

/** Whether an Accept-Encoding header takes a coding (RFC 9110 §12.5.3), as far as browsers write it. */
export function accepts(header: string, coding: string): boolean {
  return header.split(',').some((one) => {
    const [name = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
    return name === coding && !parameters.some((part) => /^q=0(?:\.0*)?$/.test(part));
  });
}
