// Redraws a picture from its pixels, so that no other part of the uploaded file is ever served.
import type { ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { semaphore } from '../semaphore.ts';
import { type Drawing, type DrawnPicture, drawnSeconds, maxPixels } from './picture-child-words.ts';
import { type ImageType, statedPixels, typeOf } from './picture-head.ts';

/** Explains to the uploader why the file is not an acceptable picture. */
export class ImageFault extends Error {
  readonly code: 'not_an_image' | 'wrong_type' | 'too_many_pixels' | 'too_much_memory';
  constructor(code: ImageFault['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ImageFault';
    this.code = code;
  }
}

/**
 * The picture was not judged: it took too long, the queue is full, or the drawing process ended. A retry may succeed.
 */
export class DrawingAway extends Error {
  override readonly name = 'DrawingAway';
}

/** Each queued picture holds up to 5 MiB. */
const longestQueue = 16;
/** The drawing process ends after this time without a picture. */
const idleMillis = 30_000;
/** The library's own time limit, plus time for the start and for work that the limit does not cover. */
const patienceMillis = drawnSeconds * 1000 + 30_000;

const oneAtATime = semaphore(1, {
  longest: longestQueue,
  full: () => new DrawingAway('Too many pictures are being drawn right now.'),
});

/**
 * Returns the first frame of a PNG, JPEG, WebP or AVIF as WebP of at most 1024 × 1024 pixels: upright, in sRGB, without
 * metadata. Pictures are drawn one at a time in a separate process. Throws ImageFault if the bytes are not such a
 * picture, do not match `type`, have more than 8 million pixels, or need too much memory. Throws DrawingAway if the
 * picture could not be judged.
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
      throw new ImageFault('too_much_memory', 'The picture needs too much memory.');
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
 * Started for the first picture, and again after it ended. Its environment is empty, because a process that decodes
 * untrusted bytes must not hold secrets.
 */
async function startChild(): Promise<ChildProcess> {
  const { fork } = await import('node:child_process');
  const started = fork(new URL('./picture-child.ts', import.meta.url), [], {
    env: {},
    execArgv: ['--max-old-space-size=64'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // Sign-ins and payments have priority, even over its start, which takes a second of CPU time.
  if (started.pid !== undefined) setPriority(started.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  // Does not keep the service alive. It ends when its IPC channel closes.
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
