// What the service and the process that draws its pictures say to each other.

/** A photo of a telephone, made smaller for a shop; a bomb has more. */
export const maxPixels = 8_000_000;
/** Beyond it the library gives the picture up. */
export const drawnSeconds = 10;

/** To the process: one picture of a type that was looked at. */
export interface Drawing {
  readonly bytes: Uint8Array;
}

/** Its answer. `too_much_memory` comes right before it ends. */
export type DrawnPicture =
  | { readonly kind: 'drawn'; readonly picture: Uint8Array }
  | { readonly kind: 'too_many_pixels' }
  | { readonly kind: 'too_much_memory' }
  | { readonly kind: 'too_slow' }
  | { readonly kind: 'unreadable'; readonly message: string };
