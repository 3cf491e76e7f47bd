// How embed.js looks: a constructed sheet, which no policy of the shop's page refuses.
export const frameStyle = `
:host { display: block; color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; }
iframe { display: block; width: 100%; height: 40rem; border: 0; border-radius: 14px; background: Canvas; }
iframe.hidden { display: none; }
p { margin: 0.75rem 0 0; overflow-wrap: anywhere; }
code { font: 600 0.9em ui-monospace, Menlo, monospace; }
a { color: inherit; }
.alarm { padding: 0.75rem; border: 2px solid #a3221c; border-radius: 10px; background: #fdeae8;
  color: #a3221c; font-weight: 600; }
dialog { width: min(58rem, 100%); max-height: 100%; padding: 1rem; border: 0; border-radius: 14px;
  background: Canvas; color: CanvasText; }
dialog::backdrop { background: rgb(0 0 0 / 55%); }
button { display: block; min-height: 44px; margin: 0 0 0.5rem auto; padding: 0 1rem;
  border: 1px solid currentColor; border-radius: 10px; background: none; color: inherit; font: inherit;
  cursor: pointer; }
`;
