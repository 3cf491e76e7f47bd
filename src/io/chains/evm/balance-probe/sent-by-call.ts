// An internal transfer that only a balance shows counts by itself if a call is proved to have sent it: what a
// selfdestruct leaves is no payment.

/** What a chain transaction did when it was executed once more, on the state before its block. */
export interface ReExecution {
  /** The accounts that it touched, in canonical text. */
  readonly touched: ReadonlySet<string>;
  /** Whether any code that it may have run can leave value at an address without a call. */
  readonly maySelfdestruct: boolean;
}

/**
 * Whether calls sent what `recipient` received. `executions`, by hash: of `payer`, the chain transaction that is taken
 * to have paid, and of all others that may have had a part in it; null for one that nobody can execute again. The
 * payer's must have touched the recipient, or else it took another way this time; and none may run code that moves
 * value without a call.
 */
export function isSentByCall(
  recipient: string,
  payer: string,
  executions: ReadonlyMap<string, ReExecution | null>,
): boolean {
  if (executions.get(payer)?.touched.has(recipient) !== true) return false;
  return [...executions.values()].every((execution) => execution?.maySelfdestruct === false);
}
