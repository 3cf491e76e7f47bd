// Detects the type and the size of a picture from its first bytes, and rejects invalid headers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bomb, picture } from '../../../test/rig/outside/unusual-images.ts';
import { type ImageType, imageTypes, statedPixels, typeOf } from './picture-head.ts';

const bytesOf: Readonly<Record<ImageType, () => Promise<Buffer>>> = {
  'image/png': () => picture(300, 200).png().toBuffer(),
  'image/jpeg': () => picture(300, 200).jpeg().toBuffer(),
  'image/webp': () => picture(300, 200).webp().toBuffer(),
  'image/avif': () => picture(300, 200).avif({ effort: 0 }).toBuffer(),
};

test('each type of picture says in its first bytes what it is and how many pixels it has', async () => {
  for (const type of imageTypes) {
    const bytes = await bytesOf[type]();
    assert.deepEqual([typeOf(bytes), statedPixels(bytes, type)], [type, 60_000], type);
  }
  assert.equal(statedPixels(bomb(32_000_000, 1), 'image/png'), 32_000_000);
});

test('what does not say it there is not refused for it', async () => {
  for (const type of imageTypes) {
    const bytes = await bytesOf[type]();
    const stated = [bytes.subarray(0, 12), Buffer.concat([bytes.subarray(0, 12), Buffer.alloc(5_000, 'no picture')])];
    for (const one of stated) assert.equal(statedPixels(one, type), null, type);
  }
});
