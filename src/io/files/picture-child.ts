// The process that decodes uploaded pictures: limited memory, no secrets, one picture at a time.
import sharp from 'sharp';
import { type Drawing, type DrawnPicture, drawnSeconds, maxPixels } from './picture-child-words.ts';

/** The maximum width and height of the result in pixels. */
const shownEdge = 1024;
/** The process ends above this size. The worst case is AVIF, where 8 million pixels need about 260 MB. */
const maxResidentBytes = 320 * 1024 * 1024;
const lookMillis = 10;

// Blocks all other decoders of the library for untrusted bytes, such as SVG, PDF and TIFF.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Png', 'Jpeg', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`) });
sharp.cache(false);
sharp.concurrency(1);

// The parent has ended or no longer needs this process. Signals to the process group are ignored, because the service
// finishes its pictures first and then disconnects.
process.on('disconnect', () => process.exit());
process.on('SIGTERM', () => undefined);
process.on('SIGINT', () => undefined);
process.on('message', (message) => {
  const watching = setInterval(endWhenTooLarge, lookMillis);
  void draw((message as Drawing).bytes).then((drawn) => {
    clearInterval(watching);
    process.send?.(drawn);
  });
});

/** Library threads decode the pixels, so this check can run meanwhile. */
function endWhenTooLarge(): void {
  if (process.memoryUsage.rss() <= maxResidentBytes) return;
  const tooMuch: DrawnPicture = { kind: 'too_much_memory' };
  process.send?.(tooMuch, () => process.kill(process.pid, 'SIGKILL'));
}

/** Reads the header first. A picture with too many pixels is not decoded at all. */
async function draw(bytes: Uint8Array): Promise<DrawnPicture> {
  try {
    const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', animated: false });
    const { width, height, pageHeight } = await image.metadata();
    if (width * Math.max(height, pageHeight ?? 0) > maxPixels) return { kind: 'too_many_pixels' };
    const picture = await image
      .timeout({ seconds: drawnSeconds })
      .autoOrient()
      .resize({ width: shownEdge, height: shownEdge, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 90 })
      .toBuffer();
    return { kind: 'drawn', picture };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (/pixel limit/i.test(message)) return { kind: 'too_many_pixels' };
    return /timeout/i.test(message) ? { kind: 'too_slow' } : { kind: 'unreadable', message };
  }
}
