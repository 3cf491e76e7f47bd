// Hashes passwords with argon2id.
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { semaphore } from '../semaphore.ts';

// OWASP's first recommendation: 19 MiB, two passes, one lane.
const memoryKib = 19_456;
const passes = 2;
const lanes = 1;
const saltBytes = 16;
const hashBytes = 32;
// Each hash takes 19 MiB and a thread of the pool that file access and DNS also use.
const concurrentHashes = 2;

const phcText =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{16,86})$/;

/**
 * Returns a PHC string of the password with a new salt. Unicode is normalized, so that different keyboards give the
 * same result (RFC 8265).
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await derive(password, {
    nonce: salt,
    memory: memoryKib,
    passes,
    parallelism: lanes,
    tagLength: hashBytes,
  });
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$${unpadded(salt)}$${unpadded(hash)}`;
}

/** Whether the password matches the hash. Also returns false if the text is not an argon2id PHC string. */
export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const parts = phcText.exec(phc);
  if (parts === null) return false;
  const [memory, time, parallelism] = parts.slice(1, 4).map(Number) as [number, number, number];
  const expected = Buffer.from(parts[5] as string, 'base64');
  const nonce = Buffer.from(parts[4] as string, 'base64');
  const hash = await derive(password, { nonce, memory, passes: time, parallelism, tagLength: expected.length });
  return timingSafeEqual(hash, expected);
}

const limited = semaphore(concurrentHashes);

function derive(password: string, parameters: Omit<Argon2Parameters, 'message'>): Promise<Buffer> {
  return limited(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        argon2('argon2id', { message: password.normalize('NFKC'), ...parameters }, (error, hash) =>
          error === null ? resolve(hash) : reject(error),
        );
      }),
  );
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
