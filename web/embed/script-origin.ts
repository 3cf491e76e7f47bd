// Where this script came from: that instance, and no other, is asked and listened to.

const script = document.currentScript as HTMLScriptElement;

/** With a slash at the end. */
export const base = script.src.replace(/embed\.js(?:[?#].*)?$/, '');
export const instanceOrigin = new URL(base).origin;
/** The thumbprint of its key, as the shop's page names it; null where it does not. */
export const namedKey = script.dataset.key ?? null;

export function payAddress(invoiceId: string): string {
  return `${base}pay/${encodeURIComponent(invoiceId)}`;
}
