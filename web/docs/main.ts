// The page of the API document: Scalar's reference on our own document, and nothing of anybody else's.
import { createApiReference } from '@scalar/api-reference';
import '@scalar/api-reference/style.css';
import { randomUuid } from '../checkout/outside/random-uuid.ts';
import { type ApiDocument, forPrograms } from './for-programs.ts';
import './style/reference.css';

/** Samples are shown in curl, TypeScript, PHP, Python and Go; all the rest is left out. */
const hiddenClients = {
  ...{ c: true, clojure: true, csharp: true, dart: true, fsharp: true, http: true, java: true, julia: true },
  ...{
    kotlin: true,
    node: true,
    objc: true,
    ocaml: true,
    powershell: true,
    r: true,
    ruby: true,
    rust: true,
    swift: true,
  },
  shell: ['wget', 'httpie'],
  js: ['axios', 'ofetch', 'jquery', 'xhr'],
  php: ['guzzle', 'laravel'],
  python: ['python3', 'aiohttp', 'httpx_sync', 'httpx_async'],
};

const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
/** The page is at /docs, below the path of PUBLIC_URL. */
const publicPath = location.pathname.replace(/\/docs\/?$/, '');
const response = await fetch(`${publicPath}/api/openapi.json`, { credentials: 'same-origin' });
const apiDocument = forPrograms((await response.json()) as ApiDocument);

createApiReference('#reference', {
  content: apiDocument as never,
  slug: 'api',
  theme: 'none',
  darkMode: prefersDark,
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'json',
  persistAuth: false,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  hiddenClients: hiddenClients as never,
  authentication: { preferredSecurityScheme: 'AppToken' },
  modelsSectionLabel: 'Objects',
  customFetch: send,
  // Until then the plain list that the server wrote is there to read.
  onLoaded: () => document.getElementById('operations')?.remove(),
});

/**
 * As a program would send it: without this browser's session, and with a key of its own for each action, so that a
 * second press is a second action.
 */
async function send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, { ...init, credentials: 'omit' });
  if (!['GET', 'HEAD'].includes(request.method)) request.headers.set('idempotency-key', randomUuid());
  return fetch(request);
}
