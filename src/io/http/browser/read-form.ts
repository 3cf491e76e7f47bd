// Lets the routes of one plugin accept HTML forms. All other routes accept only JSON.
import type { FastifyInstance } from 'fastify';

export function readForm(app: FastifyInstance): void {
  const parse = (_request: unknown, text: string, done: (error: null, body: object) => void) =>
    done(null, Object.fromEntries(new URLSearchParams(text)));
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 4096 }, parse as never);
}
