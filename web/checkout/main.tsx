// Starts the checkout page: takes the invoice from the address, and what the server already put into the page.
import { render } from 'preact';
import { Checkout } from './checkout.tsx';
import { fetchLateScreens } from './late-screens.ts';
import { takeWords } from './outside/page-texts.ts';
import { type CheckoutSeed, takeSeed } from './outside/seed.ts';
import { sentHash } from './outside/sent-payments.ts';
import { serverClock } from './rules/server-clock.ts';
import { stageOf } from './rules/stage.ts';
import { NotFound } from './screens/alone.tsx';
import { PageWords } from './words/words.ts';
import './style/ground.css';
import './style/receipt.css';
import './style/columns.css';
import './style/paying.css';
import './style/frame.css';
import './style/languages.css';
import './style/states.css';

const root = document.getElementById('checkout') as HTMLElement;
const invoiceId = /\/pay\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i.exec(location.pathname)?.[1];
const clock = serverClock(() => Date.now());
const seed: CheckoutSeed | null = takeSeed(document, clock);

const words = takeWords(document);

const draw = () =>
  render(
    <PageWords.Provider value={words}>
      {invoiceId === undefined ? (
        <NotFound />
      ) : (
        <Checkout invoiceId={invoiceId.toLowerCase()} clock={clock} seed={seed} />
      )}
    </PageWords.Provider>,
    root,
  );

// What was drawn without a seed has nothing that could be taken over.
if (seed === null) root.replaceChildren();

// Whoever opens the page when a coin was chosen already keeps what the service drew until the rest is there.
const isLate = seed !== null && stageOf(seed, clock.now(), sentHash).kind !== 'choosing';
(isLate ? fetchLateScreens().catch(() => undefined) : Promise.resolve()).then(draw);
