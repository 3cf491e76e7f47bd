// The page of the documentation that explains each finding.

/** The first matching pattern counts. */
export const helpPages: readonly (readonly [what: RegExp, page: string])[] = [
  [/^database settings$/, 'how-to/run-the-database#your-own-postgresql'],
  [/^database connections$/, 'how-to/runbook#quittancepoolexhausted'],
  [/^database$/, 'how-to/run-the-database'],
  [/^failover$/, 'how-to/fail-over-the-database'],
  [/^keys$/, 'how-to/rotate-the-secret-key'],
  [/^backup$/, 'how-to/back-up-and-restore#scheduled-backups'],
  [/^PUBLIC_URL$|^TRUST_PROXY$/, 'how-to/run-behind-a-proxy'],
  [/^people$|^SIGN_UP$/, 'how-to/create-the-first-account'],
  [/^clock$/, 'reference/doctor'],
  [/^disk$/, 'how-to/runbook#quittancedisknearlyfull'],
  [/^deliveries$/, 'how-to/runbook#quittancedeliveriesoverdue'],
  [/^webhooks$/, 'how-to/troubleshooting#webhooks-fail'],
  [/^mails that wait$/, 'how-to/troubleshooting#mail-does-not-arrive'],
  [/^mail$/, 'how-to/set-up-mail'],
  [/^weeks of events$/, 'how-to/runbook#quittancenoworker'],
  [/^laws of money$/, 'how-to/runbook#quittancelawbroken'],
  [/^networks$|^production networks$/, 'how-to/add-a-network#connect-a-built-in-network-in-the-console'],
  [/^network .*, reading$/, 'how-to/runbook-networks#quittancenetworkbehind'],
  [/^network .*, (agreement|quorum)$/, 'how-to/runbook-networks#quittanceendpointsdisagree'],
  [/^network .*, payments$/, 'how-to/runbook-networks#quittancepaymentsheld'],
  [/^network .*, .*[.:]/, 'how-to/runbook-networks#quittanceendpointout'],
  [/^network .*, /, 'reference/tokens'],
  [/^network /, 'how-to/runbook-networks#quittancenetworkaway'],
  [/ on /, 'how-to/rename-or-remove-a-network'],
  [/^configuration$/, 'reference/configuration'],
  [/^rates(,|$)/, 'how-to/troubleshooting#the-rate-is-unavailable'],
  [/^storage$/, 'how-to/store-images-in-s3#requirements-for-the-bucket'],
];

/** Returns a path below PUBLIC_URL, such as `/docs/how-to/set-up-mail`. */
export function helpOf(what: string): string {
  const page = helpPages.find(([pattern]) => pattern.test(what))?.[1];
  return `/docs/${page ?? 'reference/doctor'}`;
}
