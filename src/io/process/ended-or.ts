// Waits for work in progress, but not after a signal.

/** Resolves when `work` has ended, or when the signal is aborted. Rejects like `work`. */
export async function endedOr(work: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const aborted = Promise.withResolvers<void>();
  const abort = () => aborted.resolve();
  signal.addEventListener('abort', abort);
  await Promise.race([work, aborted.promise]).finally(() => signal.removeEventListener('abort', abort));
}
