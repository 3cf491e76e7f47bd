// Shares a value out over the amounts it came in.

/**
 * Shares `value` in proportion to `amounts` (all positive): each share is what the amounts up to and including it are
 * worth, rounded down, less the shares before, so that nothing is lost or made and the shares add up to `value`.
 */
export function splitValue(value: bigint, amounts: readonly bigint[]): bigint[] {
  const whole = amounts.reduce((sum, amount) => sum + amount, 0n);
  let seen = 0n;
  let given = 0n;
  return amounts.map((amount) => {
    seen += amount;
    const upTo = (value * seen) / whole;
    const share = upTo - given;
    given = upTo;
    return share;
  });
}
