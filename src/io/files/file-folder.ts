// A folder of files that are written once, whole, and never changed.
import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Names must be safe as file names: the callers make them. */
export interface FileFolder {
  /** All of it or nothing, also after a crash; a file of this name is replaced. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** null where there is no such file. */
  read(name: string): Promise<Buffer | null>;
  /** Does nothing where there is no such file. */
  remove(name: string): Promise<void>;
  /** How somebody else puts a file here without this process between; null where only this process can write. */
  readonly direct: DirectPuts | null;
}

export interface DirectPuts {
  /** Where a PUT with this type and of this size is taken; the query is the right to it. */
  addressFor(name: string, file: AnnouncedFile): Promise<string>;
  /** At most so many bytes of it, whatever its size; null where there is no such file. */
  readStart(name: string, mostBytes: number): Promise<Buffer | null>;
}

/** What may be put, from when and for how long. */
export interface AnnouncedFile {
  readonly contentType: string;
  /** In bytes. */
  readonly size: number;
  readonly from: Date;
  readonly seconds: number;
}

/** The folder is made when the first file is written. */
export function fileFolder(path: string): FileFolder {
  return {
    async write(name, bytes) {
      await mkdir(path, { recursive: true, mode: 0o700 });
      const draft = join(path, `${name}.${randomUUID()}.draft`);
      try {
        const file = await open(draft, 'wx', 0o600);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(draft, join(path, name));
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async read(name) {
      try {
        return await readFile(join(path, name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    remove: (name) => rm(join(path, name), { force: true }),
    direct: null,
  };
}
