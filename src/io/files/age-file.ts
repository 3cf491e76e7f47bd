// Streams of files encrypted to an age recipient (age-encryption.org/v1), with typage, the library by age's author.
import { readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';
import { StartFault } from '../start-fault.ts';

/** Throws StartFault for an invalid age recipient. */
export function requireRecipient(recipient: string): void {
  encrypterFor(recipient);
}

export async function encrypted(source: Readable, recipient: string): Promise<Readable> {
  const stream = await encrypterFor(recipient).encrypt(Readable.toWeb(source) as globalThis.ReadableStream<Uint8Array>);
  return Readable.fromWeb(stream as ReadableStream);
}

/**
 * Throws StartFault if none of the identities can decrypt the file. The returned stream fails if the file is truncated
 * or was changed.
 */
export async function decrypted(source: Readable, identities: readonly string[], path: string): Promise<Readable> {
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  const web = Readable.toWeb(source) as globalThis.ReadableStream<Uint8Array>;
  const stream = await decrypter.decrypt(web).catch((error: Error) => {
    if (/no identity matched/.test(error.message))
      throw new StartFault(`The identity cannot decrypt ${path}: it was encrypted to another recipient.`);
    throw new StartFault(`${path} is damaged or truncated. Nothing of it was used.`, { cause: error });
  });
  return Readable.fromWeb(stream as ReadableStream);
}

/**
 * Reads the identities (AGE-SECRET-KEY-1…) from a file in age-keygen's format. Throws StartFault if other users can
 * read the file.
 */
export async function readIdentities(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => null);
  const text = await readFile(path, 'utf8').catch(() => null);
  if (found === null || text === null) throw new StartFault(`The identity ${path} cannot be read.`);
  if ((found.mode & 0o077) !== 0) throw new StartFault(`Others may read the identity ${path}: chmod 600 it first.`);
  const lines = text.split('\n').map((line) => line.trim());
  const identities = lines.filter((line) => /^AGE-SECRET-KEY-[A-Z0-9-]+$/.test(line));
  try {
    for (const identity of identities) new Decrypter().addIdentity(identity);
  } catch {
    throw new StartFault(`${path} contains an identity that age does not recognize.`);
  }
  if (identities.length === 0) throw new StartFault(`${path} contains no identity (a line AGE-SECRET-KEY-1…).`);
  return identities;
}

function encrypterFor(recipient: string): Encrypter {
  const encrypter = new Encrypter();
  try {
    encrypter.addRecipient(recipient);
  } catch {
    throw new StartFault('BACKUP_RECIPIENT is not an age recipient (age1…): it is misspelt or truncated.');
  }
  return encrypter;
}
