// The URLs of pictures: a signed one for the upload, and a public one for the display.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The permission to upload this file under this name until it expires. */
export interface UploadGrant {
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
  /** Unix time in seconds. */
  readonly expires: number;
}

/** Returns the path for the upload, below the public URL, with the signature in the query. */
export function signedPath(key: Buffer, grant: UploadGrant): string {
  return (
    `/uploads/${grant.name}?size=${grant.size}&expires=${grant.expires}&signature=` +
    `${sign(key, grant).toString('base64url')}`
  );
}

/** Whether this instance signed exactly this grant. The comparison takes constant time. */
export function isSigned(key: Buffer, grant: UploadGrant, signature: string): boolean {
  const given = Buffer.from(signature, 'base64url');
  const right = sign(key, grant);
  return given.length === right.length && timingSafeEqual(given, right);
}

/** Returns the public URL of this picture. */
export function imageUrl(publicUrl: string, name: string): string {
  return `${publicUrl}/uploads/${name}`;
}

/** Returns the bucket name of an uploaded picture before it is redrawn. Such files are never served. */
export function incomingName(name: string): string {
  return `incoming/${name.replace(/\.webp$/, '')}`;
}

/** The format of generated names: random, always with the extension of the stored type. */
export const uploadName = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.webp$/;

function sign(key: Buffer, { name, contentType, size, expires }: UploadGrant): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify([name, contentType, size, expires]))
    .digest();
}
