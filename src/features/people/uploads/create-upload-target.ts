// POST /upload-target: returns the URL for the upload of one picture, and the picture's name.

import type { Caller } from '../../../core/access.ts';
import { Problem } from '../../../core/problem.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { FileFolder } from '../../../io/files/file-folder.ts';
import { type ImageType, imageTypes } from '../../../io/files/picture-head.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { time } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { unusedMillis } from './remove-files.ts';
import { incomingName, signedPath, type UploadGrant } from './signed-address.ts';
import { countUploads, insertUpload, planRemoval } from './store.ts';

export const maxUploadBytes = 5 * 1024 * 1024;

/** The lifetime of the upload URL in seconds. */
const grantSeconds = 15 * 60;
/** The maximum number of targets per person and hour. The service is not a general file store. */
const perHour = 100;

export const UploadTarget = Type.Object({
  name: Type.String({ description: 'Set this as `image` of an app after the upload, within a day.' }),
  method: Type.Literal('PUT'),
  url: Type.String({
    format: 'uri',
    examples: ['https://pay.shop.example/uploads/logo.png?signature=k3Yw'],
    description: 'Accepts the picture as the body. Its query contains the authorization.',
  }),
  headers: Type.Record(Type.String(), Type.String(), { description: 'Send them unchanged.' }),
  expires_at: time,
});

export function createUploadTarget(instance: Instance, folder: FileFolder): Operation {
  const addressFor = addressesIn(instance, folder);
  return operation({
    id: 'createUploadTarget',
    method: 'POST',
    path: '/upload-target',
    group: 'Upload target',
    summary: 'Create upload target',
    description: [
      'Put the picture at `url` with `method` and `headers`: PNG, JPEG, WebP or AVIF of exactly this size and at most',
      '8 million pixels. It is redrawn: as WebP, upright, at most 1024 pixels wide and high, without metadata.',
      'A picture that no app shows a day later is deleted. If `url` leads to a bucket, it is redrawn, or rejected,',
      'when first set as `image` of an app.',
    ].join(' '),
    access: { cookie: true, pat: 'apps:write', appToken: true, oauth2: 'apps:write', permission: 'read' },
    writes: 'upload',
    body: Type.Object(
      {
        content_type: Type.Unsafe<ImageType>({ type: 'string', enum: [...imageTypes] }),
        size: Type.Integer({ minimum: 1, maximum: maxUploadBytes, description: 'In bytes.' }),
      },
      { additionalProperties: false },
    ),
    status: 201,
    answer: UploadTarget,
    handle: ({ body, caller, commit }) =>
      commit(async (trx) => {
        const now = instance.clock.now();
        const ownerId = ownerOf(caller);
        const recent = await countUploads(trx, ownerId, new Date(now.getTime() - 3_600_000));
        if (recent >= perHour) {
          throw new Problem('rate_limited', {
            detail: `A person may request ${perHour} upload targets in an hour.`,
            headers: { 'retry-after': '3600' },
          });
        }
        const name = `${instance.newSecretId()}.webp`;
        const { content_type: contentType, size } = body;
        const expires = Math.floor(now.getTime() / 1000) + grantSeconds;
        await insertUpload(trx, { name, ownerId, contentType, size, sourceHash: null, isKept: false, createdAt: now });
        return {
          name,
          method: 'PUT' as const,
          url: await addressFor(trx, name, { contentType, size, expires }),
          headers: { 'content-type': contentType },
          expires_at: new Date(expires * 1000).toISOString(),
        };
      }),
  });
}

/** Returns a URL of the bucket if there is one, otherwise one of this instance. It accepts one file. */
function addressesIn(instance: Instance, { direct }: FileFolder) {
  const key = instance.vault.keyFor('uploads');
  return async (trx: Queryable, name: string, grant: Omit<UploadGrant, 'name'>): Promise<string> => {
    if (direct === null) return instance.publicUrl + signedPath(key, { ...grant, name });
    const { contentType, size, expires } = grant;
    const from = new Date((expires - grantSeconds) * 1000);
    // This removes the incoming file later, whether or not the upload succeeds, and however often it is repeated.
    await planRemoval(trx, incomingName(name), new Date(from.getTime() + unusedMillis));
    return direct.addressFor(incomingName(name), { contentType, size, from, seconds: grantSeconds });
  };
}

/** An app token acts for the app's owner. */
function ownerOf(caller: Caller): string {
  if (caller.kind === 'public') throw new Problem('forbidden');
  return caller.kind === 'app_token' ? caller.ownerId : caller.userId;
}
