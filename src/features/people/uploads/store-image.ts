// Redraws uploaded bytes, stores the picture under the upload's name, and marks it as available.
import { createHash } from 'node:crypto';
import { fieldProblem, Problem } from '../../../core/problem.ts';
import { DrawingAway, drawAgain, ImageFault } from '../../../io/files/draw-again.ts';
import type { FileFolder } from '../../../io/files/file-folder.ts';
import type { ImageType } from '../../../io/files/picture-head.ts';
import type { Instance } from '../../instance.ts';
import { claimName, markKept, planRemoval, type Upload } from './store.ts';

/**
 * Returns whether the picture is available, and false if the upload was deleted meanwhile. Throws a Problem if the
 * bytes are not the announced picture, and temporarily_unavailable if it cannot be redrawn now. A repeat with the same
 * bytes is accepted.
 */
export async function takePicture(
  instance: Pick<Instance, 'db' | 'clock'>,
  folder: FileFolder,
  known: Upload,
  bytes: Buffer,
): Promise<boolean> {
  const { name } = known;
  const sourceHash = createHash('sha256').update(bytes).digest();
  // Browsers cache a picture permanently, so other bytes need another name.
  if (known.sourceHash !== null && !known.sourceHash.equals(sourceHash)) throw new Problem('upload_taken');
  if (known.isKept) return true;
  const picture = await drawn(bytes, known.contentType);
  if (!(await claimName(instance.db, name, sourceHash))) throw new Problem('upload_taken');
  await folder.write(name, picture);
  const isKnown = await markKept(instance.db, name);
  if (!isKnown) await planRemoval(instance.db, name, instance.clock.now());
  return isKnown;
}

async function drawn(bytes: Buffer, type: ImageType): Promise<Buffer> {
  try {
    return await drawAgain(bytes, type);
  } catch (error) {
    if (error instanceof ImageFault) throw fieldProblem('image', error.code, error.message);
    if (error instanceof DrawingAway)
      throw new Problem('temporarily_unavailable', { detail: error.message, headers: { 'retry-after': '5' } });
    throw error;
  }
}
