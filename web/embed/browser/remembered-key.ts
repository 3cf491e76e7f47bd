// The key of an instance that this browser believed last, on pages of this shop.

export function rememberedKid(base: string): string | null {
  try {
    return localStorage.getItem(nameOf(base));
  } catch {
    // Some browsers keep nothing for some pages.
    return null;
  }
}

export function rememberKid(base: string, kid: string): void {
  try {
    localStorage.setItem(nameOf(base), kid);
  } catch {}
}

function nameOf(base: string): string {
  return `quittance key ${base}`;
}
