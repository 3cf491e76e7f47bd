// GET /: introduces the service and links to its parts. GET /account: leads to a person's own settings.
import type { FastifyInstance } from 'fastify';
import { htmlPage } from '../../../io/http/browser/html-page.ts';

export function serveHome(app: FastifyInstance, publicUrl: string): void {
  app.get('/', (_request, reply) => reply.headers(home.headers).send(home.html));
  app.get('/account', (_request, reply) => reply.redirect(`${publicUrl}/console/account`, 302));
}

const home = htmlPage(
  'Payments in cryptocurrency',
  `<p>This is Quittance, a service that merchants run themselves: their customers pay in cryptocurrency, straight to the
merchants’ own wallets.</p>
<p><a class="button" href="/console">Open the console</a></p>
<ul>
<li><a href="/console">Console</a>: invoices, payments, settings</li>
<li><a href="/docs">Documentation of the API</a>, to read and to try out</li>
<li><a href="/api/openapi.json">The same as a document for programs</a> (OpenAPI 3.1)</li>
</ul>
<p class="quiet">To pay, open the link that the merchant gave you.</p>`,
);
