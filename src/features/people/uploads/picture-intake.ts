// Pictures that were put straight into a bucket: fetched, drawn again and kept when an app is to show them for the
// first time.
import { fieldProblem, Problem } from '../../../core/problem.ts';
import type { DirectPuts, FileFolder } from '../../../io/files/file-folder.ts';
import { semaphore } from '../../../io/semaphore.ts';
import type { Instance } from '../../instance.ts';
import { incomingName } from './signed-address.ts';
import { findUpload, type Upload } from './store.ts';
import { takePicture } from './store-image.ts';

export interface PictureIntake {
  /**
   * Finishes the upload of this name if it is this person's, was put into the bucket and is not finished yet; of any
   * other name nothing is done. Throws Problem naming the field `image` for a file that is not the picture that was
   * announced, and temporarily_unavailable where the store is away: then nothing is lost. Not to be called in a
   * database transaction.
   */
  finish(name: string, ownerId: string): Promise<void>;
}

/** Each one holds a file of 5 MiB and the memory in which it is drawn. */
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

/** Any number of nodes may do this at once: the first bytes have the name, and drawing them again changes nothing. */
async function takeIncoming({ instance, folder, direct }: Parts, name: string): Promise<void> {
  // Another request may have finished it while this one waited.
  const upload = await findUpload(instance.db, name);
  if (upload === null || upload.isKept) return;
  const bytes = await direct.readStart(incomingName(name), upload.size + 1);
  // Not put yet, or finished by another node since: whether an app may show it is asked again in the commit.
  if (bytes === null) return;
  // What cannot be reached now is removed when its time has come.
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
