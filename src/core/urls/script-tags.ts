// Additional scripts of a page, such as the wallet of a demonstration.

/**
 * Returns tags that load these scripts of this origin, such as `/demo-wallet.js`. Throws TypeError for other addresses.
 */
export function scriptTags(scripts: readonly string[]): string {
  for (const script of scripts) {
    if (!/^\/[\w./-]+$/.test(script) || script.startsWith('//'))
      throw new TypeError(`Not a path of this origin: ${script}`);
  }
  return scripts.map((script) => `<script type="module" src="${script}"></script>`).join('');
}
