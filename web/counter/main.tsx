// Starts the counter: takes the shop from what the server wrote into the page.
import { render } from 'preact';
import { wearBrand } from '../checkout/outside/brand.ts';
import { Counter } from './counter.tsx';
import type { CounterSeed } from './outside/sale.ts';
import '../checkout/style/ground.css';
import './counter.css';

const seed = JSON.parse(document.getElementById('seed')?.textContent ?? '{}') as CounterSeed;
const root = document.getElementById('counter') as HTMLElement;
wearBrand(seed.color);
// What stands there for browsers without script gives way.
root.replaceChildren();
render(<Counter seed={seed} />, root);
