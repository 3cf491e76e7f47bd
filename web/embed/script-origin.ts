// The instance that served this script. No other is called, and messages of others are ignored.

const script = document.currentScript as HTMLScriptElement;

/** With a slash at the end. */
export const base = script.src.replace(/embed\.js(?:[?#].*)?$/, '');
export const instanceOrigin = new URL(base).origin;
/** The thumbprint of the instance's key in the shop's page; null if there is none. */
export const namedKey = script.dataset.key ?? null;

export function payAddress(invoiceId: string): string {
  return `${base}pay/${encodeURIComponent(invoiceId)}`;
}
