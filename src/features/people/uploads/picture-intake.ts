// Handles pictures that were uploaded directly to a bucket. They are fetched, redrawn and stored when an app first uses
// them.
import { fieldProblem, Problem } from '../../../core/problem.ts';
import type { DirectPuts, FileFolder } from '../../../io/files/file-folder.ts';
import { semaphore } from '../../../io/semaphore.ts';
import type { Instance } from '../../instance.ts';
import { incomingName } from './signed-address.ts';
import { findUpload, type Upload } from './store.ts';
import { takePicture } from './store-image.ts';

export interface PictureIntake {
  /**
   * Finishes the upload with this name if it belongs to this person, is in the bucket and is unfinished. Otherwise does
   * nothing. Throws a Problem that names the field `image` if the file is not the announced picture. Throws
   * temporarily_unavailable if the store is unreachable, without any loss. Do not call this in a database transaction.
   */
  finish(name: string, ownerId: string): Promise<void>;
}

/** Each one holds a file of 5 MiB and the memory to redraw it. */
const atOnce = 4;
const longestQueue = 64;

export function pictureIntake(instance: Pick<Instance, 'db' | 'clock' | 'log'>, folder: FileFolder): PictureIntake {
  const { direct } = folder;
  const limited = semaphore(atOnce, { longest: longestQueue, full });
  return {
    async finish(name, ownerId) {
      if (direct === null) return;
      const upload = await findUpload(instance.db, name);
      if (upload === null || upload.ownerId !== ownerId || upload.isKept) return;
      await limited(() => takeIncoming({ instance, folder, direct }, name));
    },
  };
}

interface Parts {
  readonly instance: Pick<Instance, 'db' | 'clock' | 'log'>;
  readonly folder: FileFolder;
  readonly direct: DirectPuts;
}

/**
 * Any number of nodes may do this at once. The first bytes claim the name, and redrawing them again gives the same
 * result.
 */
async function takeIncoming({ instance, folder, direct }: Parts, name: string): Promise<void> {
  // Another request may have finished it while this one waited.
  const upload = await findUpload(instance.db, name);
  if (upload === null || upload.isKept) return;
  const bytes = await direct.readStart(incomingName(name), upload.size + 1);
  // The file was not uploaded yet, or another node has finished it. The commit checks again whether an app may show it.
  if (bytes === null) return;
  // A file that cannot be removed now is removed at its scheduled time.
  const clear = () =>
    folder
      .remove(incomingName(name))
      .catch((error: unknown) => instance.log.warn({ err: error }, 'could not remove an incoming picture'));
  try {
    refuseWrongSize(upload, bytes);
    await takePicture(instance, folder, upload, bytes);
  } catch (error) {
    if (error instanceof Problem && error.code === 'validation_failed') await clear();
    throw error;
  }
  await clear();
}

function refuseWrongSize({ size }: Upload, bytes: Buffer): void {
  if (bytes.length === size) return;
  const is = bytes.length > size ? 'more' : String(bytes.length);
  throw fieldProblem('image', 'wrong_size', `Was announced as ${size} bytes, and is ${is}.`);
}

function full(): Problem {
  return new Problem('temporarily_unavailable', {
    detail: 'Too many pictures are being drawn right now.',
    headers: { 'retry-after': '5' },
  });
}
