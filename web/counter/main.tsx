// Starts the counter with the shop that the server wrote into the page.
import { render } from 'preact';
import { wearBrand } from './browser/brand.ts';
import type { CounterSeed } from './browser/sale.ts';
import { Counter } from './counter.tsx';
import { Spoken, tillWords } from './counter-texts.ts';
import '../checkout/style/ground.css';
import './counter.css';

const seed = JSON.parse(document.getElementById('seed')?.textContent ?? '{}') as CounterSeed;
const root = document.getElementById('counter') as HTMLElement;
wearBrand(seed.color);
// Removes the text for browsers without scripts.
root.replaceChildren();
render(
  <Spoken.Provider value={tillWords(seed.language, seed.texts)}>
    <Counter seed={seed} />
  </Spoken.Provider>,
  root,
);
