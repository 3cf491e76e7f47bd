// The process that decodes the pictures of strangers: little memory, no secret, one picture at a time.
import sharp from 'sharp';
import { type Drawing, type DrawnPicture, drawnSeconds, maxPixels } from './picture-child-words.ts';

/** Width and height of what is shown, at most. Pixels. */
const shownEdge = 1024;
/** The process ends when it is larger: 8 million pixels of AVIF, the worst of the four, need some 260 MB. */
const maxResidentBytes = 320 * 1024 * 1024;
const lookMillis = 10;

// No other reader of the library is ever given bytes of a stranger: no SVG, no PDF, no TIFF.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Png', 'Jpeg', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`) });
sharp.cache(false);
sharp.concurrency(1);

// Whoever asked is gone, or wants it no more. A signal to the whole group is not for this process: the service
// finishes what it was sent, and then lets go.
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

/** The pixels are decoded by threads of the library, so this looks on meanwhile. */
function endWhenTooLarge(): void {
  if (process.memoryUsage.rss() <= maxResidentBytes) return;
  const tooMuch: DrawnPicture = { kind: 'too_much_memory' };
  process.send?.(tooMuch, () => process.kill(process.pid, 'SIGKILL'));
}

/** The header is read first: what says that it has more pixels is not decoded at all. */
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
