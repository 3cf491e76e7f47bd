// Starts the counter: takes the shop from what the server wrote into the page.
import { render } from 'preact';
import { Counter } from './counter.tsx';
import { wearBrand } from './outside/brand.ts';
import type { CounterSeed } from './outside/sale.ts';
import { Spoken, tillWords } from './till-words.ts';
import '../checkout/style/ground.css';
import './counter.css';

const seed = JSON.parse(document.getElementById('seed')?.textContent ?? '{}') as CounterSeed;
const root = document.getElementById('counter') as HTMLElement;
wearBrand(seed.color);
// What stands there for browsers without script gives way.
root.replaceChildren();
render(
  <Spoken.Provider value={tillWords(seed.language, seed.texts)}>
    <Counter seed={seed} />
  </Spoken.Provider>,
  root,
);
