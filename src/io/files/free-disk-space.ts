// Reads the free space of a disk.
import { statfs } from 'node:fs/promises';

export interface DiskRoom {
  /** The bytes that an unprivileged user can still write. */
  readonly freeBytes: number;
  readonly sizeBytes: number;
}

/** Returns the space of the disk with this folder. Rejects if the folder does not exist. */
export async function roomOf(folder: string): Promise<DiskRoom> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
}
