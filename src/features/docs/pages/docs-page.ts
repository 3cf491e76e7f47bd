// The frame of every page beside the reference: its bar, its look, its headers. No script, nothing from elsewhere.
import { createHash } from 'node:crypto';
import { escapeHtml } from '../../../io/http/browser/html-page.ts';

export interface DocsPage {
  readonly headers: Readonly<Record<string, string>>;
  readonly html: string;
}

/** Where the bar leads, and what each is called. */
const places: readonly (readonly [href: string, name: string])[] = [
  ['/docs', 'API'],
  ['/docs/guides', 'Guides'],
  ['/docs/events', 'Events'],
  ['/problems', 'Errors'],
  ['/docs/versions', 'Versions'],
];

/** `body` is HTML whose texts were escaped. `place` is the one of the bar's that the page belongs to. */
export function docsPage(title: string, body: string, place: string): DocsPage {
  const bar = places.map(([href, name]) => {
    const current = href === place ? ' aria-current="page"' : '';
    return `<a href="${href}"${current}>${name}</a>`;
  });
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(title)} – Quittance</title>`,
    `<style>${style}</style>`,
  ].join('');
  const nav = `<nav aria-label="Documentation"><a class="home" href="/docs/guides">Quittance</a>${bar.join('')}</nav>`;
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `${nothingElse}; style-src 'sha256-${styleHash}'`,
      'cache-control': 'no-cache',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
    html: `<!doctype html><html lang="en"><head>${head}</head><body>${nav}<main>${body}</main></body></html>`,
  };
}

const nothingElse = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const style = `:root{color-scheme:light dark;--paper:#f4f2ec;--sheet:#fff;--ink:#191c19;--soft:#5a605a;
--line:#dcd9cf;--accent:#0b6b4d;--mono:ui-monospace,"SF Mono","Cascadia Mono","Roboto Mono",Menlo,monospace}
@media (prefers-color-scheme:dark){:root{--paper:#131613;--sheet:#1c201d;--ink:#eceee9;--soft:#a7aea6;--line:#343a35;
--accent:#56c596}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,
"Helvetica Neue",sans-serif;-webkit-text-size-adjust:100%}
nav{position:sticky;top:0;display:flex;gap:4px;align-items:center;height:48px;padding:0 12px;overflow-x:auto;
scrollbar-width:none;border-bottom:1px solid var(--line);background:var(--sheet);font-size:15px;white-space:nowrap}
nav a{padding:10px 8px;color:var(--soft);text-decoration:none}
nav a:hover{color:var(--ink)}
nav a[aria-current]{color:var(--accent);font-weight:600}
nav .home{color:var(--ink);font-weight:600}
main{max-width:46rem;margin:0 auto;padding:24px 16px 64px}
h1{margin:16px 0;font-size:28px;line-height:1.15;letter-spacing:-.015em;font-weight:600;overflow-wrap:anywhere}
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
const styleHash = createHash('sha256').update(style).digest('base64');
