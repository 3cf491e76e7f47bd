// Draws a picture again from its pixels, so that nothing else of the file that was sent is ever shown.

export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif'] as const;
export type ImageType = (typeof imageTypes)[number];

/** Why a file is no picture that can be shown: for the person who sent it. */
export class ImageFault extends Error {
  readonly code: 'not_an_image' | 'wrong_type' | 'too_many_pixels';
  constructor(code: ImageFault['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ImageFault';
    this.code = code;
  }
}

/** A photo of a good telephone; a bomb has more. */
const maxPixels = 25_000_000;
/** Width and height of what is shown, at most. Pixels. */
const shownEdge = 1024;
const maxSeconds = 10;

let loading: ReturnType<typeof loadLibrary> | null = null;

/** Loaded with the first picture: its code is native, and many a process never draws one. */
async function loadLibrary() {
  const { default: sharp } = await import('sharp');
  // No other reader of the library is ever given bytes of a stranger: no SVG, no PDF, no TIFF.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['Png', 'Jpeg', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
  });
  sharp.cache(false);
  return sharp;
}

/**
 * The first frame of a PNG, JPEG, WebP or AVIF as WebP of at most 1024 × 1024 pixels: upright, in sRGB, without
 * metadata. Throws ImageFault for bytes that are no such picture, are of another type than `type`, or hold over 25
 * million pixels.
 */
export async function drawAgain(bytes: Buffer, type: ImageType): Promise<Buffer> {
  const found = typeOf(bytes);
  if (found === null) throw new ImageFault('not_an_image', 'Must be a PNG, JPEG, WebP or AVIF picture.');
  if (found !== type) throw new ImageFault('wrong_type', `Was announced as ${type}, and is ${found}.`);
  loading ??= loadLibrary();
  const sharp = await loading;
  try {
    return await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', animated: false })
      .timeout({ seconds: maxSeconds })
      .autoOrient()
      .resize({ width: shownEdge, height: shownEdge, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 90 })
      .toBuffer();
  } catch (error) {
    if (error instanceof Error && /pixel limit/i.test(error.message)) {
      throw new ImageFault('too_many_pixels', 'Must have at most 25 million pixels.', { cause: error });
    }
    throw new ImageFault('not_an_image', 'The picture is damaged and cannot be read.', { cause: error });
  }
}

/**
 * By its first bytes: PNG §5.2, JPEG (ITU-T T.81) B.2.1, the WebP container's RIFF header, and the brands of AVIF 1.1
 * §6.
 */
function typeOf(bytes: Buffer): ImageType | null {
  const at = (start: number, end: number) => bytes.toString('latin1', start, end);
  if (at(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (at(0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  if (at(0, 4) === 'RIFF' && at(8, 12) === 'WEBP') return 'image/webp';
  if (at(4, 8) === 'ftyp' && ['avif', 'avis'].includes(at(8, 12))) return 'image/avif';
  return null;
}
