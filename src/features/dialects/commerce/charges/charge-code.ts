// The codes of charges: eight characters that people can read to each other.

/** Without characters that look alike. Five bits each. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const codeLength = 8;

/** `secretId`: a UUIDv4. Its first twelve digits are random. */
export function chargeCode(secretId: string): string {
  const random = BigInt(`0x${secretId.replaceAll('-', '').slice(0, (codeLength * 5) / 4)}`);
  const places = Array.from({ length: codeLength }, (_, place) => Number((random >> BigInt(place * 5)) & 31n));
  return places.map((place) => alphabet[place]).join('');
}

const codeText = /^[2-9A-HJ-NP-Z]{8}$/;

/** Returns the code that this text names, in any case; null if it names none. */
export function codeIn(text: string): string | null {
  const code = text.toUpperCase();
  return codeText.test(code) ? code : null;
}
