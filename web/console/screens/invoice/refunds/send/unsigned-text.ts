// The sentence for a refund that is ready and has no transfer to sign.
import { words } from '../../../../words/words.ts';

/** `reason`: the `unsigned_reason` of a refund. One without a text of its own is named as it is. */
export function unsignedText(reason: string): string {
  const { other, ...known } = words.unsignedReasons;
  return Object.hasOwn(known, reason) ? known[reason as keyof typeof known] : other({ reason });
}
