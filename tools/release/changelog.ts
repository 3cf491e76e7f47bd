// The changelog as a release needs it: the section of a version, and a version made of what was unreleased.

const unreleased = '## [Unreleased]';

/** What the changelog says of a version, without its heading: the release's note. Throws where it has no section. */
export function sectionOf(changelog: string, version: string): string {
  const parts = changelog.split(/^(?=## \[)/m);
  const section = parts.find((part) => part.startsWith(`## [${version}] - `));
  if (section === undefined) throw new Error(`CHANGELOG.md has no section for ${version}.`);
  const text = section.split('\n').slice(1).join('\n').trim();
  if (text === '') throw new Error(`CHANGELOG.md says nothing of ${version}.`);
  return `${text}\n`;
}

/**
 * The changelog with what was unreleased under the version and its date (YYYY-MM-DD), and an empty section above it.
 * Throws where nothing is unreleased, or the version has a section already.
 */
export function withVersion(changelog: string, version: string, date: string): string {
  if (changelog.includes(`## [${version}]`)) throw new Error(`CHANGELOG.md has a section for ${version} already.`);
  const [before = '', after] = changelog.split(unreleased);
  if (after === undefined) throw new Error('CHANGELOG.md has no section "Unreleased".');
  const body = after.replace(/^\s*To become [^\n]*\n/, '');
  const [own = ''] = body.split(/^## \[/m);
  if (own.trim() === '') throw new Error('CHANGELOG.md has nothing that is unreleased.');
  return `${before}${unreleased}\n\n## [${version}] - ${date}\n\n${body.trimStart()}`;
}
