// The format of a backup file: a gzip stream of entries, each with a line of JSON and blocks of bytes. The last line
// contains a checksum of all lines before it.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { StartFault } from '../start-fault.ts';

export interface BackupWriter {
  /** Starts the next entry. */
  entry(head: object): Promise<void>;
  /** Adds bytes to the entry. They are combined into larger blocks. */
  write(bytes: Uint8Array): Promise<void>;
}

/** An entry with its JSON line and its bytes. Read the bytes before the next entry. */
export interface BackupEntry {
  readonly head: Readonly<Record<string, unknown>>;
  readonly blocks: AsyncIterable<Buffer>;
}

const blockBytes = 64 * 1024;
const longestLine = 1024 * 1024;
const format = { quittance_backup: 1 };

/**
 * Writes a backup to a temporary file next to `path`, and renames it once all data is on the disk. Mode 0600. Throws
 * StartFault if `path` exists or cannot be written. The uncompressed format of an entry is a line of JSON, then blocks
 * (`<bytes>` on a line, then that many bytes), then a line `0`. The first line names the format, and the last contains
 * the SHA-256 of everything before it. With an age recipient, the whole file is encrypted.
 */
export async function writeBackup(
  path: string,
  fill: (writer: BackupWriter) => Promise<void>,
  recipient: string | null = null,
): Promise<void> {
  const draft = `${path}.part`;
  const file = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
  await once(file, 'ready').catch(explainWrite(draft));
  const gzip = createGzip();
  const written = pipeline(recipient === null ? gzip : await encryptedTo(gzip, recipient), file);
  written.catch(() => undefined);
  const hash = createHash('sha256');
  const put = async (bytes: Uint8Array | string) => {
    hash.update(bytes);
    if (!gzip.write(bytes)) await Promise.race([once(gzip, 'drain'), written]);
  };
  try {
    await put(`${JSON.stringify(format)}\n`);
    await fillEntries(put, fill);
    gzip.end(`${JSON.stringify({ sha256: hash.digest('hex') })}\n`);
    await written;
    await refuseExisting(path);
    await rename(draft, path);
  } catch (error) {
    gzip.destroy();
    file.destroy();
    await rm(draft, { force: true });
    throw error;
  }
}

/** Throws StartFault if the file exists, because a backup is never overwritten. */
export async function refuseExisting(path: string): Promise<void> {
  const there = await open(path, 'r').catch(() => null);
  await there?.close();
  if (there !== null) throw new StartFault(`${path} already exists. Name another file.`);
}

/**
 * Yields the entries of the file at `path`, in order. Throws StartFault if the file is incomplete, changed or not a
 * backup. This may happen as late as after the last entry, so callers must not use any entry before the end.
 */
export async function* readBackup(path: string, identities: readonly string[] | null): AsyncGenerator<BackupEntry> {
  const isEncrypted = await beginsAsAge(path);
  if (isEncrypted && identities === null)
    throw new StartFault(`${path} is encrypted: give --identity FILE, the file with the key that decrypts it.`);
  const source = createReadStream(path);
  const gunzip = createGunzip();
  const packed = isEncrypted ? await decryptedBy(source, identities ?? [], path) : source;
  const unpacked = pipeline(packed, gunzip).catch((error: Error) => gunzip.destroy(error));
  const hash = createHash('sha256');
  const reader = bytesOf(gunzip);
  try {
    const first = await reader.line();
    if (first !== JSON.stringify(format)) throw new StartFault(`${path} is not a backup that this version can read.`);
    hash.update(`${first}\n`);
    for (;;) {
      const line = await reader.line();
      const head = JSON.parse(line) as Record<string, unknown>;
      if ('sha256' in head) {
        if (head.sha256 !== hash.digest('hex') || !(await reader.isOver())) throw damaged(path);
        return;
      }
      hash.update(`${line}\n`);
      const blocks = blocksOf(reader, hash);
      yield { head, blocks };
      for await (const _left of blocks);
    }
  } catch (error) {
    if (error instanceof StartFault) throw error;
    const { code = '' } = error as NodeJS.ErrnoException;
    if (/^(ENOENT|EACCES|EISDIR)$/.test(code)) throw new StartFault(`${path} cannot be read (${code}).`);
    if (code.startsWith('Z_') || isEncrypted || error instanceof CutOff || error instanceof SyntaxError)
      throw damaged(path);
    throw error;
  } finally {
    source.destroy();
    gunzip.destroy();
    await unpacked;
  }
}

async function fillEntries(
  put: (bytes: Uint8Array | string) => Promise<void>,
  fill: (writer: BackupWriter) => Promise<void>,
): Promise<void> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  let isOpen = false;
  const flush = async () => {
    if (size === 0) return;
    await put(`${size}\n`);
    await put(Buffer.concat(waiting));
    waiting = [];
    size = 0;
  };
  const close = async () => {
    await flush();
    if (isOpen) await put('0\n');
    isOpen = false;
  };
  await fill({
    async entry(head) {
      await close();
      await put(`${JSON.stringify(head)}\n`);
      isOpen = true;
    },
    async write(bytes) {
      waiting.push(bytes);
      size += bytes.length;
      if (size >= blockBytes) await flush();
    },
  });
  await close();
}

/** Reads the blocks of one entry, once. */
async function* blocksOf(reader: ByteReader, hash: { update(bytes: Uint8Array | string): void }) {
  for (;;) {
    const line = await reader.line();
    hash.update(`${line}\n`);
    if (!/^\d{1,9}$/.test(line)) throw new CutOff();
    if (line === '0') return;
    const block = await reader.bytes(Number(line));
    hash.update(block);
    yield block;
  }
}

interface ByteReader {
  /** Returns the line without its line end. */
  line(): Promise<string>;
  bytes(count: number): Promise<Buffer>;
  isOver(): Promise<boolean>;
}

class CutOff extends Error {}

function bytesOf(source: AsyncIterable<Buffer>): ByteReader {
  const chunks = source[Symbol.asyncIterator]();
  let held = Buffer.alloc(0);
  const more = async () => {
    const next = await chunks.next();
    if (next.done === true) return false;
    held = Buffer.concat([held, next.value]);
    return true;
  };
  const take = (count: number) => {
    const taken = held.subarray(0, count);
    held = held.subarray(count);
    return taken;
  };
  return {
    async line() {
      let end = held.indexOf(10);
      while (end < 0) {
        if (held.length > longestLine || !(await more())) throw new CutOff();
        end = held.indexOf(10);
      }
      const line = take(end).toString('utf8');
      take(1);
      return line;
    },
    async bytes(count) {
      while (held.length < count) if (!(await more())) throw new CutOff();
      return take(count);
    },
    isOver: async () => held.length === 0 && !(await more()),
  };
}

function damaged(path: string): StartFault {
  return new StartFault(`${path} is damaged or truncated. Nothing of it was used.`);
}

function explainWrite(draft: string) {
  return (error: NodeJS.ErrnoException): never => {
    if (error.code === 'EEXIST')
      throw new StartFault(`${draft} already exists: another backup is being written, or one was interrupted.`);
    throw new StartFault(`${draft} cannot be written (${error.code}).`, { cause: error });
  };
}

// Loads the encryption library only if it is used.
async function encryptedTo(source: Readable, recipient: string): Promise<Readable> {
  return (await import('./age-file.ts')).encrypted(source, recipient);
}

async function decryptedBy(source: Readable, identities: readonly string[], path: string): Promise<Readable> {
  return (await import('./age-file.ts')).decrypted(source, identities, path);
}

async function beginsAsAge(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(22), 0, 22, 0);
    return buffer.toString('latin1', 0, bytesRead) === 'age-encryption.org/v1\n';
  } finally {
    await file.close();
  }
}
