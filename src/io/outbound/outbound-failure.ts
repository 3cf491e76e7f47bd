// The reasons why a call to an untrusted URL failed.
import type { UrlRefusal } from './outbound-url.ts';

/** The call got no response. `code` is stable. The message reveals nothing that the author of the URL does not know. */
export class OutboundFailure extends Error {
  readonly code: UrlRefusal | 'name_unknown' | 'timeout' | 'aborted' | 'connection_failed' | 'body_too_large';
  constructor(code: OutboundFailure['code'], message: string) {
    super(message);
    this.name = 'OutboundFailure';
    this.code = code;
  }
}
