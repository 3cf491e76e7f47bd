// The app fields that an owner writes, and the checks that their schema cannot express.

import type { Caller } from '../../../core/access.ts';
import { fieldsOf } from '../../../core/effects/fields-of.ts';
import { fieldProblem, Problem } from '../../../core/problem.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { isUuid, isWebUrl, nullable } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { PictureIntake } from '../uploads/picture-intake.ts';
import { holdUpload } from '../uploads/store.ts';

export const appFields = fieldsOf('app', {
  name: Type.String({ minLength: 1, maxLength: 255, examples: ['Harbour Coffee'] }),
  description: nullable(Type.String({ minLength: 1, maxLength: 1000 })),
  slug: nullable(Type.String({ minLength: 1, maxLength: 255 })),
  image: nullable(
    Type.String({ minLength: 1, maxLength: 255, description: 'Name of an uploaded file.', examples: [null] }),
  ),
  url: Type.String({ format: 'uri', maxLength: 1000 }),
});

const slugText = /^[A-Za-z0-9][A-Za-z0-9._~-]*$/;

/** Throws a Problem that names the invalid field. */
export function checkAppFields(body: { url?: string | undefined; slug?: string | null | undefined }): void {
  if (body.url !== undefined && !isWebUrl(body.url)) {
    throw fieldProblem('url', 'invalid_format', 'Must be an http or https address.');
  }
  if (body.slug !== undefined && body.slug !== null) checkSlug(body.slug);
}

/** Throws a Problem that names the field `slug` if the text does not fit a URL, or looks like an id. */
export function checkSlug(slug: string): void {
  if (!slugText.test(slug)) {
    throw fieldProblem(
      'slug',
      'invalid_format',
      'Letters, digits, and . _ ~ - only; it starts with a letter or a digit.',
    );
  }
  if (isUuid(slug)) throw fieldProblem('slug', 'invalid_format', 'A slug cannot look like an id.');
}

/**
 * Fetches a picture that was uploaded directly to a bucket. Call this before the commit. Throws a Problem if the file
 * is not a picture.
 */
export async function finishImage(
  pictures: PictureIntake,
  image: string | null | undefined,
  caller: Caller,
): Promise<void> {
  if (image !== undefined && image !== null) await pictures.finish(image, ownerOf(caller));
}

/** Only persons create and change apps, by any credential. */
export function ownerOf(caller: Caller): string {
  if (caller.kind === 'public' || caller.kind === 'app_token') throw new Problem('forbidden');
  return caller.userId;
}

/**
 * Throws a Problem unless one of these people has uploaded a picture with this name. The picture is then kept until the
 * commit.
 */
export async function checkImage(
  trx: Queryable,
  image: string | null | undefined,
  people: readonly string[],
): Promise<void> {
  if (image === undefined || image === null) return;
  for (const ownerId of new Set(people)) if (await holdUpload(trx, image, ownerId)) return;
  throw fieldProblem('image', 'unknown_upload', 'There is no uploaded file of this name.');
}
