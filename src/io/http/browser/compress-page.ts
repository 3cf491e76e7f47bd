// Compresses what is written anew for each reader, as their browser takes it.
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { accepts } from './built-files.ts';

export interface Compressed {
  readonly content: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Levels at which a page of some 20 kB costs a fifth of a millisecond. */
const brotliLevel = { [zlib.BROTLI_PARAM_QUALITY]: 5, [zlib.BROTLI_PARAM_LGWIN]: 16 };
const gzipOptions = { level: 6 };

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/**
 * `text` by brotli or gzip, whichever `accepted` (the request's Accept-Encoding) takes first of the two. Never for a
 * text that holds a secret of the reader's beside what somebody else may have chosen: its length would tell (BREACH,
 * RFC 7457 §2.6).
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
