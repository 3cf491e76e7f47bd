// Explains a body of an unsupported media type.

/** Returns the detail of a 415. The header is sent by the caller, so it is shortened. */
export function wrongMediaType(contentType: string | undefined): string {
  const sent = contentType === undefined ? 'without a Content-Type' : `as ${contentType.slice(0, 100)}`;
  return `The body was sent ${sent}. Send JSON with the header Content-Type: application/json`;
}
