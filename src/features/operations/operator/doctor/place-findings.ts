// Findings about the host: free disk space, and whether PUBLIC_URL leads to this instance.
import { redirectTargetOf } from '../../../../core/urls/redirect-target.ts';
import type { Environment } from '../../../../io/environment.ts';
import type { DiskRoom } from '../../../../io/files/free-disk-space.ts';
import { instanceHeader } from '../../../../io/http/operator-endpoints.ts';
import type { Finding } from './finding.ts';

const leastBytes = 1024 ** 3;
const leastShare = 0.05;

export function diskFinding({ freeBytes, sizeBytes }: DiskRoom): Finding {
  const free = `${(freeBytes / 1e9).toFixed(1)} GB of ${(sizeBytes / 1e9).toFixed(1)} GB`;
  const isGood = freeBytes >= leastBytes && freeBytes >= sizeBytes * leastShare;
  if (isGood) return { what: 'disk', isGood, says: `${free} are free where DATA_DIR is` };
  return {
    what: 'disk',
    isGood,
    says: `only ${free} are free where DATA_DIR is: make room, or move backups elsewhere`,
  };
}

/** The answer at PUBLIC_URL. */
export interface PublicAnswer {
  /** The error if there was no answer; otherwise null. */
  readonly fault: string | null;
  /** The address that it redirects to; null if it does not. */
  readonly redirectsTo: string | null;
  /** The mark of the instance that answered; null if it is not an instance. */
  readonly mark: string | null;
}

const patienceMillis = 5_000;

export async function askPublicUrl(publicUrl: string): Promise<PublicAnswer> {
  try {
    const signal = AbortSignal.timeout(patienceMillis);
    const response = await fetch(`${publicUrl}/healthz`, { redirect: 'manual', signal });
    await response.body?.cancel();
    const redirectsTo = redirectTargetOf(publicUrl, response);
    return { fault: null, redirectsTo, mark: response.headers.get(instanceHeader) };
  } catch (error) {
    const { message, cause } = error as Error;
    const code = (cause as NodeJS.ErrnoException | undefined)?.code;
    return { fault: code ?? (cause instanceof Error ? cause.message : message), redirectsTo: null, mark: null };
  }
}

/** `own` is the mark of this instance. */
export function publicUrlFinding(
  { publicUrl, production }: Pick<Environment, 'publicUrl' | 'production'>,
  answer: PublicAnswer,
  own: string,
): Finding {
  const what = 'PUBLIC_URL';
  const bad = (said: string, then: string): Finding => ({
    what,
    isGood: false,
    says: `${said} (${publicUrl}): ${then}`,
  });
  if (isReadOnTheWay(publicUrl, production))
    return bad('is not https', 'passwords and addresses could be read and changed in transit. Add TLS');
  if (answer.fault !== null)
    return bad(
      `gives no answer, ${answer.fault}`,
      'start the service, fix the proxy or the host name, or correct PUBLIC_URL',
    );
  if (answer.redirectsTo !== null)
    return bad(
      `redirects to ${answer.redirectsTo}`,
      'correct PUBLIC_URL to the address of the redirect, or let the proxy answer here',
    );
  if (answer.mark === null) return bad('is answered by something else', 'let the proxy lead to this service');
  if (answer.mark !== own)
    return bad('leads to another instance', 'customers would pay there. Correct PUBLIC_URL or the proxy');
  if (isOfThisMachine(publicUrl))
    return {
      what,
      isGood: true,
      isAdvice: true,
      says: `leads here (${publicUrl}), but only from this machine. Set it to an https address before customers pay`,
    };
  return { what, isGood: true, says: `leads here (${publicUrl})` };
}

const loopback = /^(127(\.\d+){3}|\[::1\]|([^/]+\.)?localhost)$/;
const onion = /^[a-z2-7]{56}\.onion$/;

function isOfThisMachine(publicUrl: string): boolean {
  return loopback.test(new URL(publicUrl).hostname);
}

/**
 * Whether traffic is plain http outside this machine. Tor encrypts onion addresses, and a developer's machine only
 * calls itself.
 */
function isReadOnTheWay(publicUrl: string, production: boolean): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:' || onion.test(hostname)) return false;
  return production || !isOfThisMachine(publicUrl);
}
