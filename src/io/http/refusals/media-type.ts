// Explains a body of an unsupported media type.

/** The types that clients send by mistake. Another header can hold anything, so it is never repeated. */
const usual: ReadonlySet<string> = new Set([
  'text/plain',
  'text/xml',
  'application/xml',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
]);

/** Returns the detail of a 415. */
export function wrongMediaType(contentType: string | undefined): string {
  const [type = ''] = (contentType ?? '').split(';', 1);
  const sent = usual.has(type.trim().toLowerCase()) ? `as ${type.trim().toLowerCase()}` : nameless(contentType);
  return `The body was sent ${sent}. Send JSON with the header Content-Type: application/json`;
}

function nameless(contentType: string | undefined): string {
  return contentType === undefined ? 'without a Content-Type' : 'with another Content-Type';
}
