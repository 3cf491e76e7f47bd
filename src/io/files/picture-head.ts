// Reads the type and the size of a picture from its first bytes, to reject a decompression bomb before a process
// starts.
import { HEIF } from 'image-size/types/heif';
import { JPG } from 'image-size/types/jpg';
import { PNG } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';

export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif'] as const;
export type ImageType = (typeof imageTypes)[number];

/**
 * Returns the type by the first bytes, or null if it is unknown. Signatures: PNG §5.2, JPEG (ITU-T T.81) B.2.1, the
 * RIFF header of WebP, and the brands of AVIF 1.1 §6.
 */
export function typeOf(bytes: Buffer): ImageType | null {
  const at = (start: number, end: number) => bytes.toString('latin1', start, end);
  if (at(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (at(0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  if (at(0, 4) === 'RIFF' && at(8, 12) === 'WEBP') return 'image/webp';
  if (at(4, 8) === 'ftyp' && ['avif', 'avis'].includes(at(8, 12))) return 'image/avif';
  return null;
}

/** Only this many bytes are examined, because a hostile file could make the parser loop over its bytes. */
const headBytes = 4_096;

const readers = { 'image/png': PNG, 'image/jpeg': JPG, 'image/webp': WEBP, 'image/avif': HEIF } as const;

/**
 * Returns the pixels of the largest image stated in the first 4 KiB, or null if none is stated. The file's own
 * statement is good enough for a rejection, but must not be trusted otherwise.
 */
export function statedPixels(bytes: Uint8Array, type: ImageType): number | null {
  try {
    const [reader, head] = [readers[type], bytes.subarray(0, headBytes)];
    if (!reader.validate(head)) return null;
    const size = reader.calculate(head);
    return Math.max(...[size, ...(size.images ?? [])].map(({ width, height }) => width * height));
  } catch {
    // The size is stated later in the file, or not at all.
    return null;
  }
}
