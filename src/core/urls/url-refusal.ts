// Explains why a text is not a URL that a setting accepts, without repeating any of it.

/**
 * A predicate that follows the name of the setting; null if the URL is accepted. `protocols` as in 'smtp:'. The text
 * may hold a password.
 */
export function whyNoUrl(text: string, protocols: readonly string[]): string | null {
  const wanted = protocols.map((each) => `${each}//`).join(' or ');
  const protocol = protocols.find((each) => text.toLowerCase().startsWith(`${each}//`));
  if (protocol === undefined) return `must be an address that starts with ${wanted}`;
  const start = `${protocol}//`;
  const rest = text.slice(start.length);
  const url = URL.parse(text);
  if (url !== null) {
    if (url.hostname === '' && needsHost.has(protocol)) return `must name a host after ${start}`;
    return [url.username, url.password].every(isDecodable) ? null : encodedPassword;
  }
  // The last @ ends the user name and password, even if they contain one.
  const host = rest.slice(rest.lastIndexOf('@') + 1);
  if (/^(?:$|[/?#:])/.test(host)) return `must name a host after ${start}`;
  if (rest.includes('@') && URL.canParse(start + host)) return encodedPassword;
  if (/:[^\]/?#]*(?:[/?#]|$)/.test(host) && URL.canParse(start + host.replace(/:[^:\]/?#]*(?=[/?#]|$)/, '')))
    return 'has a port that is not a whole number from 0 to 65535';
  return `has a host after ${start} that cannot be read`;
}

/** PostgreSQL can also be reached by a local socket. */
const needsHost: ReadonlySet<string> = new Set(['smtp:', 'smtps:', 's3:']);

const encodedPassword = [
  'has a user name or a password that cannot be read:',
  'write characters such as / ? # @ : % in them percent-encoded, as %2F %3F %23 %40 %3A %25',
].join(' ');

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
