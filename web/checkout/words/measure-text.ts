// Measures as readers of a language write them: '36s', '10m', '40%'.

/** Whole seconds below two minutes, whole minutes above, rounded up. */
export function durationText(seconds: number, language: string): string {
  const [value, unit] = seconds < 120 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
}

/** `percent` in whole percent. */
export function percentText(percent: number, language: string): string {
  return new Intl.NumberFormat(language, { style: 'percent' }).format(percent / 100);
}
