// The coins among which the customer chooses before they enter an address. Each is a link, so it needs no script.
import { exchangeName } from '../../../src/core/words/exchange-names.ts';
import { useWords } from '../words/words.ts';
import { type CoinChoice, useRefundWords } from './refund-data.ts';

export function CoinChoices({ choices, here }: { readonly choices: readonly CoinChoice[]; readonly here: URL }) {
  const { page } = useRefundWords();
  const { printed } = useWords();
  const nameOf = ({ network: symbol, network_name: name, cryptocurrency: coin }: CoinChoice) =>
    printed.onNetwork({ coin, network: exchangeName({ symbol, name }) });
  return (
    <section class="card">
      <h1>{page.askTitle}</h1>
      <ul class="coin-choices">
        {choices.map((choice) => (
          <li key={choice.id}>
            <a class="secondary" href={withChoice(here, choice.id)}>
              {nameOf(choice)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function withChoice(here: URL, id: string): string {
  const query = new URLSearchParams(here.search);
  query.set('on', id);
  return `${here.pathname}?${query}`;
}
