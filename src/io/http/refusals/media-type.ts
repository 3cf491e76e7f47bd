// Reads the media type of a body, and explains an unsupported one.

/** The types that clients send by mistake. Another header can hold anything, so it is never repeated. */
const usual: ReadonlySet<string> = new Set([
  'text/plain',
  'text/xml',
  'application/xml',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
]);

/** Returns the media type of a Content-Type header in lower case, without parameters; '' without a header. */
export function mediaTypeOf(contentType = ''): string {
  const [type = ''] = contentType.split(';', 1);
  return type.trim().toLowerCase();
}

/** Returns the detail of a 415. */
export function wrongMediaType(contentType: string | undefined): string {
  return `The body was sent ${sentAs(contentType)}. Send JSON with the header Content-Type: application/json`;
}

function sentAs(contentType: string | undefined): string {
  if (contentType === undefined) return 'without a Content-Type';
  const type = mediaTypeOf(contentType);
  return usual.has(type) ? `as ${type}` : 'with another Content-Type';
}
