// GET /: introduces the service and links to its parts. GET /account: leads to a person's own settings.
import type { FastifyInstance } from 'fastify';
import { htmlPage } from '../../../io/http/browser/html-page.ts';

export function serveHome(app: FastifyInstance, publicUrl: string): void {
  app.get('/', (_request, reply) => reply.headers(home.headers).send(home.html));
  app.get('/account', (_request, reply) => reply.redirect(`${publicUrl}/console/account`, 302));
}

const home = htmlPage(
  'Payments in cryptocurrency',
  `<p>This is Quittance, a self-hosted payment service. Customers pay in cryptocurrency, directly to the merchant’s
own wallet.</p>
<p><a class="button" href="/console">Open the console</a></p>
<ul>
<li><a href="/console">Console</a>: invoices, payments, settings</li>
<li><a href="/docs">Documentation</a>: guides and the API reference</li>
<li><a href="/api/openapi.json">OpenAPI 3.1 document</a></li>
</ul>
<p class="quiet">To pay an invoice, open the link from the merchant.</p>`,
);
