// A folder of files that are written atomically and never changed.
import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Callers must pass names that are safe as file names. */
export interface FileFolder {
  /** Writes atomically, even across a crash. Replaces a file of this name. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Returns null if there is no such file. */
  read(name: string): Promise<Buffer | null>;
  /** Does nothing if there is no such file. */
  remove(name: string): Promise<void>;
  /** Allows clients to upload directly to the store. Null if only this process can write. */
  readonly direct: DirectPuts | null;
}

export interface DirectPuts {
  /** Returns a URL that accepts a PUT of this type and size. Its query contains the authorization. */
  addressFor(name: string, file: AnnouncedFile): Promise<string>;
  /** Returns at most `mostBytes` bytes of the file, or null if there is no such file. */
  readStart(name: string, mostBytes: number): Promise<Buffer | null>;
}

/** The file that may be uploaded, from when and for how long. */
export interface AnnouncedFile {
  readonly contentType: string;
  /** In bytes. */
  readonly size: number;
  readonly from: Date;
  readonly seconds: number;
}

/** Creates the folder with the first file. */
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
