// Compresses pages that are generated for each reader, with an encoding that the browser accepts.
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { accepts } from './built-files.ts';

export interface Compressed {
  readonly content: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** At these levels a page of about 20 kB takes a fifth of a millisecond. */
const brotliLevel = { [zlib.BROTLI_PARAM_QUALITY]: 5, [zlib.BROTLI_PARAM_LGWIN]: 16 };
const gzipOptions = { level: 6 };

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/**
 * Compresses `text` with brotli or gzip, whichever `accepted` (the request's Accept-Encoding) allows first. Do not use
 * this for a text with both a secret and content that another person can choose, because the length would reveal the
 * secret (BREACH, RFC 7457 §2.6).
 */
export async function compressPage(text: string | Buffer, accepted: string | undefined): Promise<Compressed> {
  const plain = typeof text === 'string' ? Buffer.from(text) : text;
  const headers = { vary: 'accept-encoding' };
  if (accepts(accepted ?? '', 'br')) {
    const params = { ...brotliLevel, [zlib.BROTLI_PARAM_SIZE_HINT]: plain.length };
    return { content: await asBrotli(plain, { params }), headers: { ...headers, 'content-encoding': 'br' } };
  }
  if (accepts(accepted ?? '', 'gzip')) {
    return { content: await asGzip(plain, gzipOptions), headers: { ...headers, 'content-encoding': 'gzip' } };
  }
  return { content: plain, headers };
}
