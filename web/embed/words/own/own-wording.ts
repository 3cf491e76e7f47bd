// The texts of embed.js in one language.

export interface OwnWording {
  readonly close: string;
  /** While nothing is to be paid yet, above the frame. */
  readonly elsewhere: string;
  /** Above an address that the frame agrees with. */
  readonly onlyHere: string;
  /** On the button that unfolds the frame. */
  readonly more: string;
  /** Above an address that the frame contradicts. */
  readonly differs: string;
  /** In place of everything. */
  readonly unverified: string;
  /** Beside a frame, where the browser has no means to verify. */
  readonly unable: string;
}
