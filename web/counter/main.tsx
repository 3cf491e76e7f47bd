// Starts the counter: takes the shop from what the server wrote into the page.
import { render } from 'preact';
import { wearBrand } from '../checkout/outside/brand.ts';
import { en } from '../checkout/words/en.ts';
import { PageWords, wordsOf } from '../checkout/words/words.ts';
import { Counter } from './counter.tsx';
import type { CounterSeed } from './outside/sale.ts';
import '../checkout/style/ground.css';
import './counter.css';

const seed = JSON.parse(document.getElementById('seed')?.textContent ?? '{}') as CounterSeed;
const root = document.getElementById('counter') as HTMLElement;
wearBrand(seed.color);
// What stands there for browsers without script gives way.
root.replaceChildren();
render(
  <PageWords.Provider value={wordsOf('en', en)}>
    <Counter seed={seed} />
  </PageWords.Provider>,
  root,
);
