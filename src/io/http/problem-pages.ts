// The pages that a problem's `type` leads to: what it means and what to do, from the one catalogue.
import type { FastifyInstance } from 'fastify';
import { type ProblemCode, problemKinds } from '../../core/problem.ts';

export function serveProblemPages(app: FastifyInstance): void {
  app.get('/problems', (_request, reply) => {
    const items = Object.entries(problemKinds).map(
      ([code, kind]) => `<li><a href="/problems/${code}"><code>${code}</code></a> – ${kind.title}</li>`,
    );
    return reply.headers(pageHeaders).send(page('Problems', `<ul>${items.join('')}</ul>`));
  });
  app.get<{ Params: { code: string } }>('/problems/:code', (request, reply) => {
    const { code } = request.params;
    if (!Object.hasOwn(problemKinds, code)) return reply.callNotFound();
    const kind = problemKinds[code as ProblemCode];
    const body = `<p>Status ${kind.status}, code <code>${code}</code></p><p>${kind.remedy}</p><p><a href="/problems">All problems</a></p>`;
    return reply.headers(pageHeaders).send(page(kind.title, body));
  });
}

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1>${body}</html>`;
}
