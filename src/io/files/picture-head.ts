// What the first bytes of a picture say that it is: a bomb is refused by them before a process starts for it.
import { HEIF } from 'image-size/types/heif';
import { JPG } from 'image-size/types/jpg';
import { PNG } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';

export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif'] as const;
export type ImageType = (typeof imageTypes)[number];

/**
 * By its first bytes; null for any other: PNG §5.2, JPEG (ITU-T T.81) B.2.1, the WebP container's RIFF header,
 * and the brands of AVIF 1.1 §6.
 */
export function typeOf(bytes: Buffer): ImageType | null {
  const at = (start: number, end: number) => bytes.toString('latin1', start, end);
  if (at(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (at(0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  if (at(0, 4) === 'RIFF' && at(8, 12) === 'WEBP') return 'image/webp';
  if (at(4, 8) === 'ftyp' && ['avif', 'avis'].includes(at(8, 12))) return 'image/avif';
  return null;
}

/** So much is looked at, however long the file: a hostile one may have the reader look at its bytes over and over. */
const headBytes = 4_096;

const readers = { 'image/png': PNG, 'image/jpeg': JPG, 'image/webp': WEBP, 'image/avif': HEIF } as const;

/**
 * Pixels of the largest image that the first 4 KiB tell of; null where they tell of none. What a file says of
 * itself: enough to refuse it by, never to trust it by.
 */
export function statedPixels(bytes: Uint8Array, type: ImageType): number | null {
  try {
    const [reader, head] = [readers[type], bytes.subarray(0, headBytes)];
    if (!reader.validate(head)) return null;
    const size = reader.calculate(head);
    return Math.max(...[size, ...(size.images ?? [])].map(({ width, height }) => width * height));
  } catch {
    // It says so further on, or nowhere.
    return null;
  }
}
