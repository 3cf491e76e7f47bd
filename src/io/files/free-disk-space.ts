// How much room a disk has left.
import { statfs } from 'node:fs/promises';

export interface DiskRoom {
  /** What a user without special rights may still write. */
  readonly freeBytes: number;
  readonly sizeBytes: number;
}

/** Of the disk that holds this folder. Rejects where there is none. */
export async function roomOf(folder: string): Promise<DiskRoom> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
}
