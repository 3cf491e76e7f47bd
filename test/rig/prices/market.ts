// A market on loopback: Kraken, Coinbase, Bitstamp and the European Central Bank, with prices that a test sets.
import { type SourceServer, startSourceServer } from './source-server.ts';

type Exchange = 'kraken' | 'coinbase' | 'bitstamp';

export interface Market {
  /** The value of `rates.urls`. */
  readonly urls: Readonly<Record<string, string>>;
  /** Sets an exchange's price of a coin in dollars, for its next request. */
  say(exchange: Exchange, coin: string, price: string): void;
  /** The number of requests to an exchange. */
  asked(exchange: Exchange): number;
  close(): void;
}

const perDollar = { EUR: '0.92', GBP: '0.8', KWD: '0.306625', BRL: '5.4', INR: '88.5', JPY: '155' };

/** ETH is 2,000 USD, USDT and USDC are 1 USD, until other prices are set. */
export async function startMarket(): Promise<Market> {
  const server: SourceServer = await startSourceServer();
  const exchanges: readonly Exchange[] = ['kraken', 'coinbase', 'bitstamp'];
  const honest = { ETH: '2000', USDT: '1', USDC: '1' };
  const prices = new Map(exchanges.map((name) => [name, new Map(Object.entries(honest))]));
  const counts = new Map<string, number>();
  const today = new Date().toISOString().slice(0, 10);
  const said = (name: Exchange, coin: string) => prices.get(name)?.get(coin);

  const kraken = (names: readonly string[]): object => {
    const known = names.map((name) => [name, name.endsWith('USD') ? said('kraken', name.slice(0, -3)) : undefined]);
    if (known.some(([, price]) => price === undefined)) return { error: ['EQuery:Unknown asset pair'] };
    return { error: [], result: Object.fromEntries(known.map(([name, price]) => [name, { a: [price], b: [price] }])) };
  };
  const coinbase = (currency: string): { status?: number; body: unknown } => {
    const price = said('coinbase', currency);
    const rates = currency === 'USD' ? perDollar : price === undefined ? null : { USD: price };
    return rates === null
      ? { status: 400, body: { errors: [{ id: 'invalid_request' }] } }
      : { body: { data: { currency, rates } } };
  };
  const bitstamp = (): object[] =>
    [...(prices.get('bitstamp') ?? [])].map(([coin, price]) => ({ pair: `${coin}/USD`, bid: price, ask: price }));

  server.answer = ({ url }) => {
    const [, name = ''] = url.pathname.split('/');
    counts.set(name, (counts.get(name) ?? 0) + 1);
    if (name === 'kraken') return { body: kraken((url.searchParams.get('pair') ?? '').split(',')) };
    if (name === 'coinbase') return coinbase(url.searchParams.get('currency') ?? '');
    if (name === 'bitstamp') return { body: bitstamp() };
    const cubes =
      "<Cube currency='USD' rate='1.25'/><Cube currency='BRL' rate='6.75'/><Cube currency='INR' rate='110.6'/>";
    return { body: `<gesmes:Envelope><Cube><Cube time='${today}'>${cubes}</Cube></Cube></gesmes:Envelope>` };
  };
  return {
    urls: Object.fromEntries([...exchanges, 'ecb'].map((name) => [name, `${server.url}/${name}`])),
    say: (exchange, coin, price) => void prices.get(exchange)?.set(coin, price),
    asked: (exchange) => counts.get(exchange) ?? 0,
    close: () => server.close(),
  };
}
