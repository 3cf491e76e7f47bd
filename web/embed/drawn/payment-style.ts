// The style of the part that the shop's page draws: like the checkout, independent of the shop's own style.
export const paymentStyle = `
:host { all: initial; display: block; color-scheme: light dark; --sheet: #fff; --ink: #191c19; --soft: #5a605a;
  --line: #dcd9cf; --field: #868b84; --accent: #0b6b4d; --accent-ink: #fff; --warn: #7a4b00;
  font: 15px/1.45 system-ui, sans-serif; color: var(--ink); }
:host([hidden]) { display: none; }
@media (prefers-color-scheme: dark) {
  :host { --sheet: #1c201d; --ink: #eceee9; --soft: #a7aea6; --line: #343a35; --field: #7a827a; --accent: #56c596;
    --accent-ink: #06170f; --warn: #f0c36b; }
}
* { box-sizing: border-box; margin: 0; padding: 0; }
section { max-width: 32rem; margin: 0 auto; padding: 24px; border: 1px solid var(--line); border-radius: 14px;
  background: var(--sheet); }
details > :not(summary) { margin-top: 16px; }
details > .countdown:empty { display: none; }
summary { cursor: pointer; }
details[open] > summary { list-style: none; }
h2 { display: inline; font-size: 22px; line-height: 1.2; font-weight: 600; overflow-wrap: anywhere; }
.verified { padding-inline-start: 14px; border-inline-start: 3px solid var(--accent); font-weight: 600; }
.warning { padding-inline-start: 14px; border-inline-start: 3px solid var(--warn); }
.quiet, dt { color: var(--soft); font-size: 13px; overflow-wrap: anywhere; }
.countdown { color: var(--soft); font-variant-numeric: tabular-nums; }
.countdown.urgent { color: var(--warn); }
.code { text-align: center; }
svg { display: block; width: min(100%, 264px); margin: 0 auto; border-radius: 10px; background: #fff; }
dl { border-bottom: 1px solid var(--line); }
.fact { padding: 8px 0; border-top: 1px solid var(--line); cursor: pointer; }
dd { display: flex; align-items: center; justify-content: space-between; gap: 12px; }
.amount { font-size: 22px; font-weight: 600; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.amount span { font-weight: 400; }
.address, code { font: 15px/1.45 ui-monospace, "SF Mono", "Cascadia Mono", "Roboto Mono", Menlo, monospace; }
.address { min-width: 0; unicode-bidi: isolate; }
.address span { margin-inline-end: 0.35em; }
.address span:nth-of-type(odd) { font-weight: 600; }
code { font-size: 14px; }
button, .primary { min-height: 44px; padding: 4px 14px; border: 1px solid var(--field); border-radius: 10px;
  background: none; color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
.copy { flex: none; min-width: 76px; }
button.quiet { border: 0; font-weight: 500; color: var(--soft); text-decoration: underline; }
.primary { display: grid; place-items: center; border: 0; background: var(--accent); color: var(--accent-ink);
  text-decoration: none; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
.off-screen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
@media (max-width: 26rem) { section { padding: 16px; } }
`;
