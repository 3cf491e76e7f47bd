// Decides which e-mail addresses of customers can be mailed. Others are kept as text.

const mostLength = 254;
const mostLocalLength = 64;

/** A dot-atom of RFC 5322 §3.2.3. Quoted local parts and non-ASCII ones (RFC 6531) are not mailed. */
const dotAtom = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const hostText = /^[\p{L}\p{M}\p{N}.·-]+$/u;
const hostName = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/**
 * The address with its host in ASCII (`info@bücher.example` becomes `info@xn--bcher-kva.example`). Null for an address
 * that cannot be mailed.
 */
export function mailableAddress(text: string): string | null {
  const at = text.lastIndexOf('@');
  const [local, host] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || local.length > mostLocalLength || !dotAtom.test(local) || !hostText.test(host)) return null;
  const name = URL.parse(`http://${host}`)?.hostname ?? '';
  const address = `${local}@${name}`;
  return hostName.test(name) && address.length <= mostLength ? address : null;
}
