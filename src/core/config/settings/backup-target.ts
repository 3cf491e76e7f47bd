// The form of the setting backup_to.

/** Returns the mistake in one sentence; null for an absolute path or the URL of a bucket. */
export function backupTargetFault(text: string): string | null {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(text)) return null;
  return 'backup_to must be an absolute path, or the URL of a bucket.';
}
