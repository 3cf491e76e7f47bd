// What the sign-in takes for an e-mail address, so that nobody gets one with which they could not sign in.

const emailText = /^[A-Za-z0-9_'+-]+(?:\.[A-Za-z0-9_'+-]+)*(?<!')@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

export function isEmailAddress(text: string): boolean {
  return emailText.test(text) && text.length <= 254;
}
