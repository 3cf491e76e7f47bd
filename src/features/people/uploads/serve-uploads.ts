// PUT and GET /uploads/{name}: accepts a picture at its signed URL, and serves it to the public.
import type { FastifyError, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { fieldProblem, Problem } from '../../../core/problem.ts';
import type { FileFolder } from '../../../io/files/file-folder.ts';
import { imageTypes } from '../../../io/files/picture-head.ts';
import { answerProblem } from '../../../io/http/problem-answer.ts';
import type { Instance } from '../../instance.ts';
import { maxUploadBytes } from './create-upload-target.ts';
import { isSigned, uploadName } from './signed-address.ts';
import { findUpload } from './store.ts';
import { takePicture } from './store-image.ts';

type Request = FastifyRequest<{ Params: { name: string }; Querystring: Record<string, string | string[] | undefined> }>;

/** Only this plugin accepts binary bodies, so it sets its own content types. */
export function serveUploads(instance: Instance, folder: FileFolder): FastifyPluginAsync {
  const key = instance.vault.keyFor('uploads');
  return async (server) => {
    server.removeAllContentTypeParsers();
    server.addContentTypeParser(
      [...imageTypes],
      { parseAs: 'buffer', bodyLimit: maxUploadBytes },
      async (_request: FastifyRequest, bytes: Buffer) => bytes,
    );
    server.setErrorHandler((error, request, reply) =>
      answerProblem(request, reply, explained(error), instance.publicUrl),
    );
    server.put('/uploads/:name', {
      // The signature is checked before the body is read.
      onRequest: async (request) => refuseUnsigned(request as Request, key, instance.clock.now()),
      handler: async (request, reply) => {
        const { name } = (request as Request).params;
        await takePut(instance, folder, name, request.body);
        return reply.code(204).send();
      },
    });
    server.get('/uploads/:name', async (request, reply) => {
      const { name } = (request as Request).params;
      const picture = uploadName.test(name) ? await folder.read(name) : null;
      if (picture === null) throw new Problem('not_found');
      return reply.headers(pictureHeaders).send(picture);
    });
  };
}

/** The picture of a name never changes. The policy disables scripts if a browser treats the picture as a page. */
const pictureHeaders = {
  'Content-Type': 'image/webp',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
};

function refuseUnsigned(request: Request, key: Buffer, now: Date): void {
  const { size, expires, signature } = request.query;
  const grant = {
    name: request.params.name,
    contentType: String(request.headers['content-type']),
    size: Number(size),
    expires: Number(expires),
  };
  if (
    typeof signature !== 'string' ||
    imageTypes.every((type) => !isSigned(key, { ...grant, contentType: type }, signature))
  ) {
    throw new Problem('upload_not_allowed');
  }
  if (now.getTime() > grant.expires * 1000)
    throw new Problem('upload_not_allowed', { detail: 'The URL has expired. Request a new upload target.' });
  if (!isSigned(key, grant, signature)) {
    throw new Problem('unsupported_media_type', {
      detail: 'Send the content type of the upload target.',
    });
  }
}

async function takePut(instance: Instance, folder: FileFolder, name: string, body: unknown): Promise<void> {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  const known = await findUpload(instance.db, name);
  if (known === null) throw new Problem('not_found');
  if (bytes.length !== known.size) {
    throw fieldProblem('size', 'wrong_size', `Was announced as ${known.size} bytes, and is ${bytes.length}.`);
  }
  if (!(await takePicture(instance, folder, known, bytes))) throw new Problem('not_found');
}

/** The limits of this path differ from those of the API. */
function explained(error: unknown): unknown {
  switch ((error as Partial<FastifyError>).code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem('body_too_large', { detail: 'Pictures are at most 5 MiB.' });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Problem('unsupported_media_type', { detail: `Send one of ${imageTypes.join(', ')}.` });
    default:
      return error;
  }
}
