// Explains a body of an unsupported media type.

/** Returns the detail of a 415. It never repeats the header, which can hold anything. */
export function wrongMediaType(contentType: string | undefined): string {
  const sent = contentType === undefined ? 'has no Content-Type' : 'has another Content-Type';
  return `The body ${sent}. Send JSON with the header Content-Type: application/json`;
}
