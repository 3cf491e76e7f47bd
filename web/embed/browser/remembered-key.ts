// The instance's key that this browser trusted last, on pages of this shop.

export function rememberedKid(base: string): string | null {
  try {
    return localStorage.getItem(nameOf(base));
  } catch {
    // Some browsers block storage for some pages.
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
