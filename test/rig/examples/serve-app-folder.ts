// Serves the `app` folder of the Next.js example without Next.js: its route handlers and pages, on `node:http`.
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { transformWithOxc } from 'vite';

type Answering = (request: Request) => Promise<Response>;
type Page = (props: { searchParams: Promise<Record<string, string>> }) => ReactNode | Promise<ReactNode>;
type Layout = (props: { children: ReactNode }) => ReactNode;

const url = (path: string) => pathToFileURL(join(process.cwd(), 'app', path)).href;
const drawn = await Promise.all(['layout.tsx', 'page.tsx', 'thanks/page.tsx'].map(compiled));
registerHooks({
  load(file, context, next) {
    const source = new Map(drawn).get(file);
    return source === undefined ? next(file, context) : { format: 'module', source, shortCircuit: true };
  },
});

const { default: layout } = (await import(url('layout.tsx'))) as { default: Layout };
const handlers: Readonly<Record<string, Answering>> = {
  'GET /': await page('page.tsx'),
  'GET /thanks': await page('thanks/page.tsx'),
  'POST /buy': await route('buy/route.ts'),
  'POST /hooks/quittance': await route('hooks/quittance/route.ts'),
};

createServer(async (request, response) => {
  const path = new URL(request.url ?? '/', 'http://shop.example').pathname;
  const answering = handlers[`${request.method} ${path}`];
  if (answering === undefined) return void response.writeHead(404).end();
  try {
    const answer = await answering(await standardRequest(request));
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  } catch (error) {
    console.error(error);
    response.writeHead(500).end();
  }
}).listen(Number(process.env.PORT), '127.0.0.1');

async function compiled(path: string): Promise<[url: string, source: string]> {
  const text = readFileSync(new URL(url(path)), 'utf8');
  const { code } = await transformWithOxc(text, path, { jsx: { runtime: 'automatic' } });
  return [url(path), code];
}

async function route(path: string): Promise<Answering> {
  return ((await import(url(path))) as { POST: Answering }).POST;
}

async function page(path: string): Promise<Answering> {
  const { default: draw } = (await import(url(path))) as { default: Page };
  return async (request) => {
    const searchParams = Promise.resolve(Object.fromEntries(new URL(request.url).searchParams));
    const html = renderToStaticMarkup(createElement(layout, null, await draw({ searchParams })));
    return new Response(`<!doctype html>${html}`, { headers: { 'content-type': 'text/html; charset=utf-8' } });
  };
}

async function standardRequest(request: IncomingMessage): Promise<Request> {
  const { method = 'GET', headers } = request;
  return new Request(new URL(request.url ?? '/', `http://${headers.host}`), {
    method,
    headers: headers as Record<string, string>,
    ...(method === 'GET' ? {} : { body: new Uint8Array(await buffer(request)) }),
  });
}
