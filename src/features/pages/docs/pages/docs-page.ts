// The frame of every documentation page except the reference: navigation bar, style and headers. It uses no script and
// no external files.
import { createHash } from 'node:crypto';
import { escapeHtml } from '../../../../io/http/browser/html-page.ts';

export interface DocsPage {
  readonly headers: Readonly<Record<string, string>>;
  readonly html: string;
}

/** The links of the navigation bar and their names. */
const places: readonly (readonly [href: string, name: string])[] = [
  ['/docs', 'Documentation'],
  ['/docs/api', 'API'],
  ['/docs/events', 'Events'],
  ['/problems', 'Errors'],
  ['/docs/versions', 'Versions'],
];

export interface FramedParts {
  readonly title: string;
  /** HTML below the bar, with escaped texts. It contains the `main` element. */
  readonly content: string;
  /** The link in the bar that is marked as current. */
  readonly place: string;
  /** CSS in addition to that of every page. */
  readonly style?: string;
  /** HTML at the end of the head. */
  readonly head?: string;
  /** Whether the page loads scripts and data of this origin. Inline scripts are never allowed. */
  readonly hasScript?: boolean;
}

/** `body` is HTML with escaped texts. `place` is the link in the bar that is marked as current. */
export function docsPage(title: string, body: string, place: string): DocsPage {
  return framedPage({ title, content: `<main>${body}</main>`, place });
}

/** A page with more elements below the bar than `main`. */
export function framedPage({ title, content, place, hasScript = false, ...more }: FramedParts): DocsPage {
  const bar = places.map(([href, name]) => {
    const current = href === place ? ' aria-current="page"' : '';
    return `<a href="${href}"${current}>${name}</a>`;
  });
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(title)} – Quittance</title>`,
    `<style>${style}${more.style ?? ''}</style>`,
    more.head ?? '',
  ].join('');
  const nav = `<nav aria-label="Documentation"><a class="home" href="/docs">Quittance</a>${bar.join('')}</nav>`;
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': [
        nothingElse,
        `style-src 'sha256-${hashOf(style + (more.style ?? ''))}'`,
        ...(hasScript ? ["script-src 'self'", "connect-src 'self'"] : []),
      ].join('; '),
      'cache-control': 'no-cache',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
    html: `<!doctype html><html lang="en"><head>${head}</head><body>${nav}${content}</body></html>`,
  };
}

const nothingElse = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const style = `:root{color-scheme:light dark;--paper:#f4f2ec;--sheet:#fff;--ink:#191c19;--soft:#5a605a;
--line:#dcd9cf;--field:#868b84;--accent:#0b6b4d;--mono:ui-monospace,"SF Mono","Cascadia Mono","Roboto Mono",Menlo,
monospace}
@media (prefers-color-scheme:dark){:root{--paper:#131613;--sheet:#1c201d;--ink:#eceee9;--soft:#a7aea6;--line:#343a35;
--field:#7a827a;--accent:#56c596}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,
"Helvetica Neue",sans-serif;-webkit-text-size-adjust:100%}
body>nav{position:sticky;top:0;display:flex;gap:4px;align-items:center;height:48px;padding:0 12px;overflow-x:auto;
scrollbar-width:none;border-bottom:1px solid var(--line);background:var(--sheet);font-size:15px;white-space:nowrap}
body>nav a{padding:10px 8px;color:var(--soft);text-decoration:none}
body>nav a:hover{color:var(--ink)}
body>nav a[aria-current]{color:var(--accent);font-weight:600}
body>nav .home{color:var(--ink);font-weight:600}
main{max-width:46rem;margin:0 auto;padding:24px 16px 64px}
h1{margin:16px 0;font-size:28px;line-height:1.15;letter-spacing:-.015em;font-weight:600;overflow-wrap:anywhere}
h2,h3{overflow-wrap:anywhere}
h2{margin:32px 0 8px;font-size:22px;line-height:1.2;font-weight:600;scroll-margin-top:64px}
h3{margin:24px 0 8px;font-size:17px;font-weight:600;scroll-margin-top:64px}
p,ul,ol,dl{margin:0 0 16px}
ul,ol{padding-inline-start:24px}
li{margin:4px 0}
a{color:var(--accent);text-underline-offset:.2em}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:6px}
code{font:.9em/1.45 var(--mono);overflow-wrap:anywhere}
pre{margin:0 0 16px;padding:16px;overflow-x:auto;border:1px solid var(--line);border-radius:10px;
background:var(--sheet)}
pre code{font-size:14px;overflow-wrap:normal}
.wide{margin:0 0 16px;overflow-x:auto}
table{width:100%;border-collapse:collapse;font-size:15px}
th,td{padding:8px 16px 8px 0;border-bottom:1px solid var(--line);text-align:start;vertical-align:top}
th{font-weight:600}
.lead{color:var(--soft)}
.cards{display:grid;gap:16px;grid-template-columns:repeat(auto-fit,minmax(15rem,1fr));padding:0;list-style:none}
.cards a{display:block;height:100%;padding:16px;border:1px solid var(--line);border-radius:14px;background:var(--sheet);
color:var(--ink);text-decoration:none}
.cards a:hover{border-color:var(--accent)}
.cards strong{display:block;margin-bottom:4px;color:var(--accent)}
dt{margin-top:16px;font-weight:600}
dd{margin:4px 0 0;color:var(--soft)}
details{margin:8px 0 16px}
summary{padding:4px 0;cursor:pointer;color:var(--accent)}`;

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
