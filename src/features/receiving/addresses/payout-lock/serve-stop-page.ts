// Serves the page of a mailed link. One button stops a payout change; opening the page does nothing.
import type { FastifyInstance } from 'fastify';
import { Problem } from '../../../../core/problem.ts';
import { escapeHtml, htmlPage } from '../../../../io/http/browser/html-page.ts';
import { hashToken } from '../../../../io/secrets/token.ts';
import type { Instance } from '../../../instance.ts';
import { endSlugChange } from '../../../people/apps/slugs/end-slug-change.ts';
import { lockSlugChangeOfLink } from '../../../people/apps/slugs/slug-change-store.ts';
import { byLink } from '../../../people/audit/audit-change.ts';
import { endChange } from './end-change.ts';
import { lockChangeOfLink } from './payout-change-store.ts';

interface Form {
  readonly token?: string;
}

/** Register it as a separate plugin, because it parses forms. */
export function stopPage(instance: Instance) {
  return async (app: FastifyInstance): Promise<void> => {
    const parse = (_: unknown, text: string, done: (error: null, body: Form) => void) =>
      done(null, Object.fromEntries(new URLSearchParams(text)));
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 4096 },
      parse as never,
    );
    // Mail scanners follow links, so only the button stops the change.
    app.get<{ Querystring: Form }>('/stop-payout-change', (request, reply) => {
      const { headers, html } = htmlPage('Stop this change?', formFor(tokenIn(request.query)));
      return reply.headers(headers).send(html);
    });
    app.post<{ Body: Form | undefined }>('/stop-payout-change', async (request, reply) => {
      const isStopped = await stop(instance, tokenIn(request.body ?? {}));
      const { headers, html } = isStopped
        ? htmlPage(
            'Change stopped',
            '<p>Customers keep paying to the current address. If you did not request the change, ' +
              'change your password and revoke your tokens.</p>',
          )
        : htmlPage(
            'This link no longer works',
            '<p role="alert">The link was already used, or the change took effect or was withdrawn.</p>',
          );
      return reply
        .code(isStopped ? 200 : 422)
        .headers(headers)
        .send(html);
    });
  };
}

function tokenIn({ token }: Form): string {
  return typeof token === 'string' ? token : '';
}

function formFor(token: string): string {
  return `<p>A change of the address that your customers pay to is pending. If you stop it, they keep paying to the
current one.</p>
<form method="post" action="/stop-payout-change">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<button>Stop change</button>
</form>`;
}

/** The link works once, and only until the change takes effect. */
async function stop(instance: Instance, token: string): Promise<boolean> {
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return false;
  try {
    return await instance.db.atomically(async (trx) => {
      const decision = { status: 'stopped', by: 'link' } as const;
      const change = await lockChangeOfLink(trx, hashToken(token));
      const slugChange = change === null ? await lockSlugChangeOfLink(trx, hashToken(token)) : null;
      if (change !== null) await endChange(trx, instance, { change, decision }, byLink);
      if (slugChange !== null) await endSlugChange(trx, instance, { change: slugChange, decision }, byLink);
      return change !== null || slugChange !== null;
    });
  } catch (error) {
    if (error instanceof Problem && error.code === 'payout_change_over') return false;
    throw error;
  }
}
