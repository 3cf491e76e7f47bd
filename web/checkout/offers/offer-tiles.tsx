// The ways to pay, as a form: one button per coin, and a second row of buttons for a coin on several networks. It works
// without a script, since every choice is a submit button and every fold is the browser's own.
import type { ComponentChildren } from 'preact';
import { approximateAmount, decimalsOf, stillDue } from '../rules/figures.ts';
import type { Invoice, Offer } from '../rules/payment-objects.ts';
import { payAddress } from '../start/public-path.ts';
import { useWords } from '../words/words.ts';
import { CoinSign, NetworkSign } from './glyph.tsx';
import { coinGlyphs, networkGlyph } from './glyphs.ts';
import { type CoinGroup, isPayable, offerKey } from './offer-groups.ts';
import { transferFeeText } from './transfer-fee.ts';

interface Props {
  readonly groups: readonly CoinGroup[];
  readonly invoice: Invoice;
  /** The `offerKey` of the offer with a price that is loading, or null. */
  readonly busy: string | null;
  /** Prices of the fee coins in the invoice's currency, by symbol. */
  readonly prices: Readonly<Record<string, number>>;
  readonly onChoose: (key: string) => void;
}

export function OfferTiles({ groups, invoice, busy, prices, onChoose }: Props) {
  const { choosing: words } = useWords();
  const tiles = groups.map((group) => <Tile key={group.symbol} {...{ group, invoice, busy, prices }} />);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const key = (event.submitter as HTMLButtonElement | null)?.value;
    if (key && busy === null) onChoose(key);
  };
  return (
    <form
      class="offers"
      method="post"
      action={`${payAddress(invoice.id)}/choose`}
      aria-label={words.offers}
      onSubmit={submit}
    >
      <div class="tiles">{tiles.slice(0, mostTiles)}</div>
      {tiles.length > mostTiles && (
        <details>
          <summary>{words.more}</summary>
          <div class="tiles">{tiles.slice(mostTiles)}</div>
        </details>
      )}
    </form>
  );
}

const mostTiles = 6;

/** Whether coin and network share one icon, as bitcoin on Bitcoin does; it is then drawn once. */
function hasOneSign({ cryptocurrency, network }: Offer): boolean {
  return coinGlyphs[cryptocurrency.symbol] === networkGlyph(network.symbol);
}

type TileProps = Pick<Props, 'invoice' | 'busy' | 'prices'> & { readonly group: CoinGroup };

function Tile({ group, invoice, busy, prices }: TileProps) {
  const { choosing: words, money } = useWords();
  const [only] = group.offers as [Offer];
  const noteOn = (offer: Offer) => {
    if (!isPayable(offer)) return words.unavailable;
    const { native_coin: coin } = offer.network;
    const fee = transferFeeText(offer, {
      price: prices[coin ?? ''],
      digits: decimalsOf(invoice.total),
      money: (amount) => money(amount, invoice.currency),
    });
    return fee === null ? coin && words.feeIn({ coin }) : words.fee({ amount: fee });
  };
  if (group.offers.length === 1) {
    const away = !isPayable(only);
    return (
      <button class="tile" type="submit" name="offer" value={offerKey(only)} disabled={away}>
        <CoinSign symbol={group.symbol} />
        <Face offer={only} invoice={invoice} isBusy={busy === offerKey(only)}>
          {!hasOneSign(only) && <NetworkSign symbol={only.network.symbol} />}{' '}
          {words.onNetwork({ network: only.network.name })}
        </Face>
        {away && <span class="away">{words.unavailable}</span>}
      </button>
    );
  }
  return (
    <details class="tile-group" name="coin">
      <summary class="tile">
        <CoinSign symbol={group.symbol} />
        <Face offer={only} invoice={invoice} isBusy={group.offers.some((one) => offerKey(one) === busy)}>
          {words.networks({ count: group.offers.length })}
        </Face>
      </summary>
      <div class="chips">
        {group.offers.map((offer) => (
          <button
            key={offer.id}
            class="chip"
            type="submit"
            name="offer"
            value={offerKey(offer)}
            disabled={!isPayable(offer)}
          >
            <NetworkSign symbol={offer.network.symbol} />
            <span class="chip-face">
              <span>
                <span class="off-screen">{`${group.symbol} `}</span>
                {offer.network.name}
              </span>{' '}
              <span class="chip-note">{noteOn(offer)}</span>
            </span>
            {busy === offerKey(offer) && <span class="spinner" aria-hidden="true" />}
          </button>
        ))}
      </div>
    </details>
  );
}

interface FaceProps extends Pick<Props, 'invoice'> {
  readonly offer: Offer;
  readonly isBusy: boolean;
  /** The network. */
  readonly children: ComponentChildren;
}

function Face({ offer, invoice, isBusy, children }: FaceProps) {
  const { choosing: words } = useWords();
  const about = approximateAmount(stillDue(invoice), invoice.currency, offer.cryptocurrency);
  return (
    <span class="tile-face">
      <strong>{offer.cryptocurrency.symbol}</strong>
      <span class="tile-where">{children}</span>
      <span class="tile-about">
        {isBusy ? <span class="spinner" aria-hidden="true" /> : about && words.about({ amount: about })}
      </span>
    </span>
  );
}
