// Where a picture is put and shown: an address that only this instance can sign, and one that everybody may read.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** What was allowed: this file, under this name, until then. */
export interface UploadGrant {
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
  /** Unix time in seconds. */
  readonly expires: number;
}

/** The path below the public URL at which the picture is put, with its right in the query. */
export function signedPath(key: Buffer, grant: UploadGrant): string {
  return (
    `/uploads/${grant.name}?size=${grant.size}&expires=${grant.expires}&signature=` +
    `${sign(key, grant).toString('base64url')}`
  );
}

/** Whether this instance signed exactly this grant. Takes as long for each wrong signature. */
export function isSigned(key: Buffer, grant: UploadGrant, signature: string): boolean {
  const given = Buffer.from(signature, 'base64url');
  const right = sign(key, grant);
  return given.length === right.length && timingSafeEqual(given, right);
}

/** Where the picture of this name is shown. */
export function imageUrl(publicUrl: string, name: string): string {
  return `${publicUrl}/uploads/${name}`;
}

/** Where a picture waits in a bucket to be drawn again. Nobody is ever shown what lies there. */
export function incomingName(name: string): string {
  return `incoming/${name.replace(/\.webp$/, '')}`;
}

/** The names that this instance gives: random, and always of the type that pictures are kept in. */
export const uploadName = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.webp$/;

function sign(key: Buffer, { name, contentType, size, expires }: UploadGrant): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify([name, contentType, size, expires]))
    .digest();
}
