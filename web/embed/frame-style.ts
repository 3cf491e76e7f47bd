// The style of embed.js: a constructed stylesheet, which works under any content security policy of the shop's page.
export const frameStyle = `
:host { display: block; color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; }
iframe { display: block; width: 100%; height: 40rem; margin-top: 16px; border: 0; border-radius: 14px;
  background: Canvas; }
iframe.hidden { display: none; }
p { margin: 0 0 16px; overflow-wrap: anywhere; text-transform: none; letter-spacing: normal; text-align: start; }
a { color: inherit; }
.alarm { padding: 12px; border: 2px solid #a3221c; border-radius: 10px; background: #fdeae8; color: #a3221c;
  font-weight: 600; }
.more { display: block; width: 100%; max-width: 32rem; margin: 16px auto 0; }
/* Not centred: the button would move away from under a finger while the frame grows. */
dialog { width: min(58rem, 100%); max-height: 96vh; margin-block: 2vh auto; padding: 16px; border: 0;
  border-radius: 14px; background: Canvas; color: CanvasText; }
dialog::backdrop { background: rgb(0 0 0 / 55%); }
.close { display: block; margin-inline-start: auto; margin-bottom: 8px; }
button { min-height: 44px; padding: 0 16px; border: 1px solid currentColor; border-radius: 10px; background: none;
  color: inherit; font: inherit; cursor: pointer; }
button[hidden] { display: none; }
`;
