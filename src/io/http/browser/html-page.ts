// Small pages that the server writes itself: forms, nearly all without script, under a policy that lets nothing else
// in.
import { createHash } from 'node:crypto';

export interface HtmlPage {
  readonly headers: Readonly<Record<string, string>>;
  readonly html: string;
}

/**
 * body is HTML whose texts went through `escapeHtml`. formTargets: other origins that a form may lead to in the end,
 * since browsers follow a form's redirects with the policy in hand (CSP 3 §6.4.2). hasScript: it loads a file of ours,
 * never a script within the page.
 */
export function htmlPage(
  title: string,
  body: string,
  { formTargets = [], hasScript = false }: { formTargets?: readonly string[]; hasScript?: boolean } = {},
): HtmlPage {
  const policy = [
    `default-src 'none'`,
    ...(hasScript ? [`script-src 'self'`, `connect-src 'self'`] : []),
    `style-src 'sha256-${styleHash}'`,
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ];
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      // Forms must say their origin to us, and addresses with secrets nothing to anybody else.
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} – Quittance</title><style>${style}</style></head><body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`,
  };
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const style = `:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:28rem;margin:4rem auto;padding:0 1rem}
label,input,button{display:block;width:100%;box-sizing:border-box;font:inherit}
input,button{margin:.4rem 0 1rem;padding:.6rem;border:1px solid #59636e;border-radius:6px}
button{background:#1f4fd8;border-color:#1f4fd8;color:#fff;cursor:pointer}
button.quiet{background:transparent;color:inherit;border-color:#59636e}
[hidden]{display:none}
code{overflow-wrap:anywhere}
[role=alert]{border-left:4px solid #a40e26;padding-left:.8rem}`;
const styleHash = createHash('sha256').update(style).digest('base64');
