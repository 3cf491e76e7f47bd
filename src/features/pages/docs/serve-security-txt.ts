// GET /.well-known/security.txt: the contact for reports of vulnerabilities (RFC 9116).
import type { FastifyInstance } from 'fastify';
import type { Instance } from '../../instance.ts';
import { findFirstOperator } from '../../people/identity/store.ts';

/** RFC 9116 §2.5.5 recommends less than a year. Clients with an older copy fetch it again. */
const validDays = 90;

/** contact: a URI; null for the first operator's e-mail address. Without an operator, the response is 404. */
export function serveSecurityTxt(
  app: FastifyInstance,
  { db, clock, publicUrl }: Pick<Instance, 'db' | 'clock' | 'publicUrl'>,
  contact: string | null,
): void {
  const path = '/.well-known/security.txt';
  app.get(path, async (_request, reply) => {
    const uri = contact ?? (await contactOfOperator(db));
    if (uri === null) return reply.callNotFound();
    // Rounded to a day, so that the text does not change with every request.
    const today = Math.floor(clock.now().getTime() / 86_400_000);
    const expires = new Date((today + validDays) * 86_400_000).toISOString();
    const lines = [`Contact: ${uri}`, `Expires: ${expires}`, `Canonical: ${publicUrl}${path}`];
    return reply
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' })
      .send(`${lines.join('\n')}\n`);
  });
}

/** Escapes characters that could end the address or the line (RFC 6068 §2). */
async function contactOfOperator(db: Instance['db']): Promise<string | null> {
  const operator = await findFirstOperator(db);
  return operator === null ? null : `mailto:${encodeURIComponent(operator.email).replaceAll('%40', '@')}`;
}
