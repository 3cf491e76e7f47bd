// The coins and networks on offer, as one group of radio buttons.
import { approximateAmount, stillDue } from '../rules/figures.ts';
import type { Invoice, Offer } from '../rules/payment-objects.ts';
import { useWords } from '../words/words.ts';

interface Props {
  readonly offers: readonly Offer[];
  readonly invoice: Invoice;
  readonly chosen: Offer | null;
  readonly onChoose: (offer: Offer) => void;
}

export function OfferList({ offers, invoice, chosen, onChoose }: Props) {
  const { choosing: words } = useWords();
  const due = stillDue(invoice);
  return (
    <fieldset class="offers">
      <legend>{words.offers}</legend>
      {offers.map((offer) => {
        const { cryptocurrency, network } = offer;
        const away = offer.available === false;
        const about = approximateAmount(due, invoice.currency, cryptocurrency);
        return (
          <label key={offer.id} class={away ? 'offer away' : 'offer'}>
            <input
              type="radio"
              name="offer"
              checked={offer === chosen}
              disabled={away}
              onChange={() => onChoose(offer)}
            />
            <span class="coin" aria-hidden="true">
              {cryptocurrency.symbol.slice(0, 4)}
            </span>
            <span class="offer-name">
              <strong>{cryptocurrency.symbol}</strong>
              <span class="quiet">{words.onNetwork({ network: network.name })}</span>
            </span>
            <span class="offer-about">{away ? words.unavailable : about && words.about({ amount: about })}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
