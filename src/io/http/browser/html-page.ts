// Small pages rendered by the server: forms, most of them without script, under a strict content security policy.
import { createHash } from 'node:crypto';

export interface HtmlPage {
  readonly headers: Readonly<Record<string, string>>;
  readonly html: string;
}

interface PageParts {
  readonly formTargets?: readonly string[];
  readonly hasScript?: boolean;
  readonly pictures?: readonly string[];
  readonly language?: string;
  readonly direction?: 'ltr' | 'rtl';
  readonly foot?: string;
}

/**
 * `body` is HTML. Its texts must have gone through `escapeHtml`. `formTargets` are other origins that a form may
 * redirect to, because browsers apply the policy to a form's redirects as well (CSP 3 §6.4.2). `hasScript` allows
 * script files of this origin, never inline scripts. `pictures` are the origins of the images. Language and direction
 * default to English. `foot` is HTML below the main content.
 */
export function htmlPage(
  title: string,
  body: string,
  { formTargets = [], hasScript = false, pictures = [], language = 'en', direction = 'ltr', foot = '' }: PageParts = {},
): HtmlPage {
  const policy = [
    `default-src 'none'`,
    ...(hasScript ? [`script-src 'self'`, `connect-src 'self'`] : []),
    ...(pictures.length > 0 ? [`img-src ${pictures.join(' ')}`] : []),
    `style-src 'sha256-${styleHash}'`,
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ];
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      // Forms must send their origin to us, and no other site may learn URLs that contain secrets.
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
    html: [
      `<!doctype html><html lang="${language}"${direction === 'rtl' ? ' dir="rtl"' : ''}>`,
      '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
      `<title>${escapeHtml(title)} – Quittance</title><style>${style}</style></head>`,
      `<body><main><h1>${escapeHtml(title)}</h1>${body}</main>${foot}</body></html>`,
    ].join(''),
  };
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The colours, sizes and radii of all pages, as in the checkout and the console. */
const style = `:root{color-scheme:light dark;--paper:#f4f2ec;--sheet:#fff;--ink:#191c19;--soft:#5a605a;--line:#dcd9cf;
--field:#868b84;--accent:#0b6b4d;--on-accent:#fff;--bad:#a3221c}
@media (prefers-color-scheme:dark){:root{--paper:#131613;--sheet:#1c201d;--ink:#eceee9;--soft:#a7aea6;
--line:#343a35;--field:#7a827a;--accent:#56c596;--on-accent:#06170f;--bad:#ff9d95}}
*{box-sizing:border-box}
body{margin:0;padding:10vh 16px 48px;background:var(--paper);color:var(--ink);font:15px/1.45 system-ui,sans-serif}
main{max-width:26rem;margin:0 auto;padding:24px;border-radius:14px;background:var(--sheet);
border:1px solid var(--line)}
h1{margin:0 0 16px;font-size:22px;line-height:1.15;font-weight:600;overflow-wrap:anywhere}
p,ul{margin:0 0 16px}
ul{padding-inline-start:20px}
li{margin-bottom:8px}
a{color:var(--accent);text-underline-offset:.2em}
label{display:block;margin-bottom:4px;font-weight:600}
input,select,button,.button{display:block;width:100%;min-height:44px;margin:0 0 16px;padding:8px 16px;
border:1px solid var(--field);border-radius:10px;background:var(--sheet);color:inherit;font:inherit}
input,select{font-size:16px}
input[type=checkbox]{display:inline-block;width:20px;min-height:20px;height:20px;margin:0;
accent-color:var(--accent);flex:none}
.button{line-height:26px}
button,.button{background:var(--accent);border-color:var(--accent);color:var(--on-accent);font-weight:600;
text-align:center;text-decoration:none;cursor:pointer}
button.quiet{background:transparent;color:inherit;border-color:var(--field)}
.box{display:flex;gap:8px;margin-bottom:16px;font-weight:400}
.quiet{color:var(--soft)}
form+p{margin-top:16px}
main>:last-child,form>:last-child{margin-bottom:0}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
[hidden]{display:none}
.picture{display:block;width:64px;height:64px;margin-bottom:16px;border-radius:14px;object-fit:cover}
.sum{font-size:32px;line-height:1.15;font-weight:600;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.said{white-space:pre-line;overflow-wrap:anywhere}
code{overflow-wrap:anywhere}
.languages{max-width:26rem;margin:8px auto 0;color:var(--soft);font-size:13px;text-align:center}
.languages summary{display:inline-block;padding:8px 12px;cursor:pointer}
.languages ul{display:flex;flex-wrap:wrap;justify-content:center;padding:0;list-style:none}
.languages li{margin:0}
.languages a{display:block;padding:8px 12px;color:inherit}
.languages [aria-current]{color:var(--ink);font-weight:600;text-decoration:none}
[role=alert]{padding-inline-start:12px;border-inline-start:3px solid var(--bad);color:var(--bad)}`;
const styleHash = createHash('sha256').update(style).digest('base64');
