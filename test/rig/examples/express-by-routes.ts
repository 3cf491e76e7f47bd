// Loaded before the Express example. Replaces `express` by a table of routes on `node:http` with the three methods it
// calls.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { registerHooks } from 'node:module';

type Route = (request: IncomingMessage, response: ServerResponse) => unknown;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'express' ? { url: import.meta.url, shortCircuit: true } : next(specifier, context),
});

/** As in Express 5, a route that rejects leads to a 500. */
function express() {
  const routes = new Map<string, Route>();
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://shop.example').pathname;
    const route = routes.get(`${request.method} ${path}`);
    if (route === undefined) return void response.writeHead(404).end();
    try {
      await route(request, response);
    } catch (error) {
      console.error(error);
      response.writeHead(500).end();
    }
  });
  return {
    get: (path: string, route: Route) => void routes.set(`GET ${path}`, route),
    post: (path: string, route: Route) => void routes.set(`POST ${path}`, route),
    listen: (port: number, host: string, listening: () => void) => void server.listen(port, host, listening),
  };
}

export { express as default };
