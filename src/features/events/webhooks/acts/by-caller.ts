// The caller of an act on endpoints.
import type { Caller, Origin } from '../../../../core/access.ts';

export interface ByCaller {
  readonly caller: Caller;
  readonly origin: Origin;
}
