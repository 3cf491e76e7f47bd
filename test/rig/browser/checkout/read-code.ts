// Reads QR codes with an independent library.
import jsQR from 'jsqr';
import type { Locator } from 'playwright-core';
import sharp from 'sharp';

/** Returns the text of a code, given as rows of modules (1 is dark) without a quiet zone; null if it cannot be read. */
export function readCode(modules: readonly (readonly number[])[]): string | null {
  const [scale, quiet] = [4, 4];
  const side = (modules.length + 2 * quiet) * scale;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const isDark = modules[Math.floor(y / scale) - quiet]?.[Math.floor(x / scale) - quiet] === 1;
      if (isDark) pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
    }
  return decode(pixels, side, side);
}

/** Returns the text of a code on the page, read from a screenshot. Throws if it cannot be read. */
export async function readShownCode(code: Locator): Promise<string> {
  const picture = sharp(await code.screenshot()).ensureAlpha();
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const text = decode(new Uint8ClampedArray(data), info.width, info.height);
  if (text === null) throw new Error('The code on the page cannot be read.');
  return text;
}

type Reader = (pixels: Uint8ClampedArray, width: number, height: number) => { readonly data: string } | null;

function decode(pixels: Uint8ClampedArray, width: number, height: number): string | null {
  // The library's types export the function as the module, but in Node it is the default export.
  const read = ((jsQR as unknown as { default?: Reader }).default ?? jsQR) as Reader;
  return read(pixels, width, height)?.data ?? null;
}
