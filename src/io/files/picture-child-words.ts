// The messages between the service and its drawing process.

/** Enough for a reduced phone photo. A decompression bomb has more. */
export const maxPixels = 8_000_000;
/** The library gives up after this time. */
export const drawnSeconds = 10;

/** A request to the process: one picture of a checked type. */
export interface Drawing {
  readonly bytes: Uint8Array;
}

/** The response of the process. It ends right after `too_much_memory`. */
export type DrawnPicture =
  | { readonly kind: 'drawn'; readonly picture: Uint8Array }
  | { readonly kind: 'too_many_pixels' }
  | { readonly kind: 'too_much_memory' }
  | { readonly kind: 'too_slow' }
  | { readonly kind: 'unreadable'; readonly message: string };
