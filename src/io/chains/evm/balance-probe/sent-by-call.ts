// An internal transfer found by a balance counts only if a call is proved to have sent it: value left by a selfdestruct
// is no payment.

/** The result of executing a chain transaction again on the state before its block. */
export interface ReExecution {
  /** The accounts that it touched, in canonical text. */
  readonly touched: ReadonlySet<string>;
  /** Whether any code that it may have run can leave value at an address without a call. */
  readonly maySelfdestruct: boolean;
}

/**
 * Whether calls sent the amount that `recipient` received. `executions` holds, by hash, the presumed `payer` and all
 * other chain transactions that may have sent a part; null for one that no endpoint can execute again. The payer must
 * have touched the recipient, because otherwise it took another path this time. None of them may run code that moves
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
