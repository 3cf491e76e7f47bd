// Why a call to a URL that somebody else wrote brought no answer.
import type { UrlRefusal } from './outbound-url.ts';

/** No answer. `code` is stable; the message names nothing that the URL's author could not know. */
export class OutboundFailure extends Error {
  readonly code: UrlRefusal | 'name_unknown' | 'timeout' | 'aborted' | 'connection_failed' | 'body_too_large';
  constructor(code: OutboundFailure['code'], message: string) {
    super(message);
    this.name = 'OutboundFailure';
    this.code = code;
  }
}
