// Draws a picture again from its pixels, so that nothing else of the file that was sent is ever shown.
import type { ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { semaphore } from '../semaphore.ts';
import { type Drawing, type DrawnPicture, drawnSeconds, maxPixels } from './picture-child-words.ts';
import { type ImageType, statedPixels, typeOf } from './picture-head.ts';

/** Why a file is no picture that can be shown: for the person who sent it. */
export class ImageFault extends Error {
  readonly code: 'not_an_image' | 'wrong_type' | 'too_many_pixels' | 'too_much_memory';
  constructor(code: ImageFault['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ImageFault';
    this.code = code;
  }
}

/** No word on the picture: it took too long, too many wait, or who draws went away. It may be sent again. */
export class DrawingAway extends Error {
  override readonly name = 'DrawingAway';
}

/** Each one that waits holds a file of up to 5 MiB. */
const longestQueue = 16;
/** Who draws ends after so long without a picture. */
const idleMillis = 30_000;
/** Beside the time in which the library gives up by itself: for a start, and for what its clock does not see. */
const patienceMillis = drawnSeconds * 1000 + 30_000;

const oneAtATime = semaphore(1, {
  longest: longestQueue,
  full: () => new DrawingAway('Too many pictures are being drawn right now.'),
});

/**
 * The first frame of a PNG, JPEG, WebP or AVIF as WebP of at most 1024 × 1024 pixels: upright, in sRGB, without
 * metadata. Drawn in a process of its own, one at a time. Throws ImageFault for bytes that are no such picture, are of
 * another type than `type`, hold over 8 million pixels, or need too much memory; DrawingAway where nothing is known of
 * the picture.
 */
export async function drawAgain(bytes: Buffer, type: ImageType): Promise<Buffer> {
  const found = typeOf(bytes);
  if (found === null) throw new ImageFault('not_an_image', 'Must be a PNG, JPEG, WebP or AVIF picture.');
  if (found !== type) throw new ImageFault('wrong_type', `Was announced as ${type}, and is ${found}.`);
  if ((statedPixels(bytes, type) ?? 0) > maxPixels) throw tooManyPixels();
  return pictureIn(await oneAtATime(() => drawInChild(bytes)));
}

function pictureIn(drawn: DrawnPicture): Buffer {
  switch (drawn.kind) {
    case 'drawn':
      return Buffer.from(drawn.picture);
    case 'too_many_pixels':
      throw tooManyPixels();
    case 'too_much_memory':
      throw new ImageFault('too_much_memory', 'The picture needs more memory than a picture of a shop may.');
    case 'unreadable':
      throw new ImageFault('not_an_image', 'The picture is damaged and cannot be read.', { cause: drawn.message });
    case 'too_slow':
      throw new DrawingAway('Drawing the picture took too long.');
  }
}

function tooManyPixels(): ImageFault {
  return new ImageFault('too_many_pixels', 'Must have at most 8 million pixels.');
}

let child: Promise<ChildProcess> | null = null;
let ending: NodeJS.Timeout | undefined;

async function drawInChild(bytes: Buffer): Promise<DrawnPicture> {
  clearTimeout(ending);
  child ??= startChild();
  const current = await child;
  try {
    return await answerOf(current, bytes);
  } finally {
    ending = setTimeout(() => endChild(current), idleMillis).unref();
  }
}

/**
 * Started with the first picture, and again after it ended. It is given nothing of the environment: what decodes
 * strangers' bytes has no use for a secret.
 */
async function startChild(): Promise<ChildProcess> {
  const { fork } = await import('node:child_process');
  const started = fork(new URL('./picture-child.ts', import.meta.url), [], {
    env: {},
    execArgv: ['--max-old-space-size=64'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // Sign-ins and payments come first, from its start on, which is a second's work.
  if (started.pid !== undefined) setPriority(started.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  // Nobody waits for it at the end: it goes when its channel does.
  started.unref();
  started.channel?.unref();
  started.once('error', () => forget(started));
  started.once('exit', () => forget(started));
  return started;
}

async function forget(gone: ChildProcess): Promise<void> {
  if ((await child) === gone) child = null;
}

function endChild(one: ChildProcess): void {
  void forget(one);
  if (one.connected) one.disconnect();
}

function answerOf(one: ChildProcess, bytes: Buffer): Promise<DrawnPicture> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(patience);
      one.off('message', answered).off('exit', gone).off('error', gone);
    };
    const answered = (drawn: unknown) => {
      settle();
      resolve(drawn as DrawnPicture);
    };
    const gone = (cause: unknown) => {
      settle();
      child = null;
      reject(new DrawingAway('The process that draws pictures ended.', { cause }));
    };
    const patience = setTimeout(() => {
      settle();
      child = null;
      one.kill('SIGKILL');
      resolve({ kind: 'too_slow' });
    }, patienceMillis);
    one.on('message', answered).once('exit', gone).once('error', gone);
    one.send({ bytes } satisfies Drawing, (error) => error !== null && gone(error));
  });
}
