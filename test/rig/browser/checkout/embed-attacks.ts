// Attacks by a proxy between a shop's page and the instance that wants customers to pay to its own address.
import assert from 'node:assert/strict';
import { addressChecksum } from '../../../../src/core/payment/address-check.ts';
import { addressKey } from '../../../../src/io/secrets/address-key.ts';
import type { Json } from '../../client.ts';
import { photograph } from '../console/screenshots.ts';
import { assertDrawn, assertNothingDrawn, frameIsVisible, sentenceOf } from './drawn-part.ts';
import type { Rewrite } from './hostile-proxy.ts';
import { checkBecomes, type LinkStage, type Visitor } from './link-stage.ts';

export interface EmbedAttack {
  readonly says: string;
  readonly rewrite: Rewrite;
  /** Whether the genuine address is drawn all the same. */
  readonly isDrawn: boolean;
  /** A part of the sentence on the shop's page; null where there need not be one. */
  readonly sentence: string | null;
  readonly check: string;
}

const thief = '0x000000000000000000000000000000000000dEaD';

const isPage = (path: string): boolean => path.startsWith('/pay/');
const isSigned = (path: string): boolean => path.includes('signed=true');
const mismatch = 'does not match and is hidden';
const unverified = 'could not be verified';

/** Opens a page of the shop whose requests all pass the attacker, and sees that no other address is shown. */
export async function assertWithstood(
  { page }: Visitor,
  { proxy, ownShop }: LinkStage,
  asked: Json,
  attack: EmbedAttack,
): Promise<void> {
  const { says, check, sentence, isDrawn } = attack;
  proxy.rewrites(attack.rewrite);
  await page.goto(ownShop.pageOf(asked.invoice_id, { instance: proxy.url }));
  await checkBecomes(page, check, says);
  if (sentence !== null) await sentenceOf(page, sentence).waitFor();
  assert.equal(await frameIsVisible(page), false, says);
  if (isDrawn) await assertDrawn(page, asked);
  else await assertNothingDrawn(page);
  await photograph(page, `embed-attack-${check}-${isDrawn}`, { isWhole: true });
  await page.close();
}

/** On an attempt of `asked`; `older` is a signed answer of before, and `others` one of another invoice. */
export function embedAttacks(asked: Json, older: string, others: string): readonly EmbedAttack[] {
  const { id, to, amount, invoice_id } = asked;
  const facts = { to, amount, cryptocurrency: 'ETH', network: 'local' };
  const checksum = addressChecksum({ transactionId: id, ...facts });
  /** A page with its address on it that posts this to the page around it. */
  const ownPage = (said: object): Rewrite => {
    const message = JSON.stringify({ type: 'quittance.resized', invoice_id, height: 400, ...said });
    const body = `<!doctype html><h1>Pay to ${thief}</h1><script>parent.postMessage(${message}, '*')</script>`;
    return ({ path }) => (isPage(path) ? { body } : null);
  };
  const swapped: Rewrite = ({ body }) => ({ body: body.replaceAll(to, thief) });
  const hidden = { isDrawn: true, sentence: mismatch, check: 'differs' };
  const refused = { isDrawn: false, sentence: unverified, check: 'differs' };
  return [
    { says: 'its address in the page and in every answer', rewrite: swapped, ...hidden },
    {
      says: 'a page of its own that posts the genuine checksum',
      rewrite: ownPage({ transaction_id: id, checksum }),
      ...hidden,
    },
    {
      says: 'a page of its own that posts its address',
      rewrite: ownPage({ shown: { transaction_id: id, ...facts, to: thief } }),
      ...hidden,
    },
    {
      says: 'a page of its own that posts all that is genuine: it is folded away below the genuine address',
      rewrite: ownPage({ shown: { transaction_id: id, ...facts } }),
      isDrawn: true,
      sentence: null,
      check: 'agrees',
    },
    {
      says: 'no signed answer',
      rewrite: (passing) => (isSigned(passing.path) ? { status: 503, body: '' } : swapped(passing)),
      isDrawn: false,
      sentence: 'payment service does not answer',
      check: 'unknown',
    },
    {
      says: 'an older answer',
      rewrite: (passing) => (isSigned(passing.path) ? { body: older } : swapped(passing)),
      ...refused,
    },
    {
      says: 'the answer for another invoice',
      rewrite: (passing) => (isSigned(passing.path) ? { body: others } : swapped(passing)),
      ...refused,
    },
    { says: 'an answer under a key of its own', rewrite: forged, ...refused },
  ];

  /** All of it fits together, and only the key is another one. */
  async function forged(passing: Parameters<Rewrite>[0]): Promise<{ body: string }> {
    const key = addressKey(Buffer.alloc(32, 9));
    if (passing.path.startsWith('/api/address-key'))
      return { body: JSON.stringify({ ...key.publicKey, successions: [key.signSuccessor(key.publicKey.kid)] }) };
    if (!isSigned(passing.path)) return { body: passing.body.replaceAll(to, thief) };
    const answer = JSON.parse(passing.body);
    const claims = JSON.parse(Buffer.from(answer.address_signature.split('.')[1], 'base64url').toString());
    const said = { ...claims, to: thief, payment_uri: claims.payment_uri.replaceAll(to, thief) };
    return { body: JSON.stringify({ ...answer, to: thief, address_signature: key.sign(said) }) };
  }
}
