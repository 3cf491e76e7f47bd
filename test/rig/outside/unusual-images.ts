// Pictures as people upload them, and files that only claim to be pictures.
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

const colour = { r: 20, g: 120, b: 90 };
/** Metadata that must not be published. */
export const secretPlace = 'Somewhere private';

export function picture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: colour } });
}

/** A photo like a camera's: rotated by metadata, with the place where it was taken. */
export function photo(width: number, height: number): Promise<Buffer> {
  return picture(width, height)
    .withExif({ IFD0: { ImageDescription: secretPlace }, IFD3: { GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

/** A PNG of a few kilobytes that really has this many pixels of one bit. */
export function bomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc((1 + width / 8) * height), { level: 9 });
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
