// Edits the changelog for a release: extracts the section of a version, and turns unreleased entries into a version.

const unreleased = '## [Unreleased]';

/** The section of a version without its heading, for use as the release note. Throws if there is none. */
export function sectionOf(changelog: string, version: string): string {
  const parts = changelog.split(/^(?=## \[)/m);
  const section = parts.find((part) => part.startsWith(`## [${version}] - `));
  if (section === undefined) throw new Error(`CHANGELOG.md has no section for ${version}.`);
  const text = section.split('\n').slice(1).join('\n').trim();
  if (text === '') throw new Error(`The section of ${version} in CHANGELOG.md is empty.`);
  return `${text}\n`;
}

/**
 * Moves the unreleased entries under the version and its date (YYYY-MM-DD), below an empty section for new entries.
 * Throws if there are no unreleased entries, or if the version already has a section.
 */
export function withVersion(changelog: string, version: string, date: string): string {
  if (changelog.includes(`## [${version}]`)) throw new Error(`CHANGELOG.md has a section for ${version} already.`);
  const [before = '', after] = changelog.split(unreleased);
  if (after === undefined) throw new Error('CHANGELOG.md has no section "Unreleased".');
  const body = after.replace(/^\s*To become [^\n]*\n/, '');
  const [own = ''] = body.split(/^## \[/m);
  if (own.trim() === '') throw new Error('CHANGELOG.md has no unreleased changes.');
  return `${before}${unreleased}\n\n## [${version}] - ${date}\n\n${body.trimStart()}`;
}
