// The counter: the amount, the code to scan, and a tick that can be seen from a distance.
import { useState } from 'preact/hooks';
import { currencyOf } from '../../src/core/money/currency.ts';
import { formatFixed } from '../../src/core/money/decimal.ts';
import { type CounterSeed, makeSale, newSaleKey, type Sale } from './browser/sale.ts';
import { CodeScreen } from './code-screen.tsx';
import { useTillWords } from './counter-texts.ts';
import { Keypad } from './keypad.tsx';

interface Open extends Sale {
  /** As a price. */
  readonly price: string;
}

export function Counter({ seed }: { seed: CounterSeed }) {
  const [currency, setCurrency] = useState(seed.currency);
  const [minor, setMinor] = useState(0n);
  const [open, setOpen] = useState<Open | null>(null);
  const decimals = currencyOf(currency)?.decimals ?? 2;
  const total = formatFixed(minor, decimals);
  const words = useTillWords();
  const { texts, language } = words;
  const price = words.price(total, currency);
  const charging = useCharging(async (key) => {
    const params = { slug: seed.app.slug, minor, currency, decimals, key, language, texts };
    setOpen({ ...(await makeSale(params)), price });
  });
  const next = (): void => {
    setOpen(null);
    setMinor(0n);
  };
  if (open !== null) return <CodeScreen sale={open} app={seed.app} total={total} price={open.price} onEnd={next} />;
  return (
    <section class="till">
      <header>
        <h1 class="name">{seed.app.name}</h1>
        <CurrencyChoice value={currency} onPick={setCurrency} />
      </header>
      <output class={price.length > 12 ? 'price long' : 'price'}>{price}</output>
      {charging.problem && (
        <p class="problem" role="alert">
          {charging.problem}
        </p>
      )}
      <Keypad minor={minor} onChange={setMinor} onEnter={() => minor > 0n && charging.start()} />
      <button class="primary" type="button" disabled={minor === 0n || charging.busy} onClick={charging.start}>
        {charging.busy ? texts.wait : texts.charge({ price })}
      </button>
    </section>
  );
}

/** Runs once at a time, with the same key until it succeeds: pressing again after an error creates nothing twice. */
function useCharging(run: (key: string) => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [key, setKey] = useState(newSaleKey);
  const start = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await run(key);
      setKey(newSaleKey());
    } catch (error) {
      setProblem((error as Error).message);
    }
    setBusy(false);
  };
  return { busy, problem, start };
}

const usual = ['USD', 'EUR', 'GBP', 'CHF', 'JPY', 'CAD', 'AUD', 'BRL', 'INR', 'MXN', 'NGN', 'TRY', 'UAH', 'PLN'];

function CurrencyChoice({ value, onPick }: { value: string; onPick: (code: string) => void }) {
  const { texts } = useTillWords();
  const codes = usual.includes(value) ? usual : [value, ...usual];
  return (
    <label class="currency">
      <span class="off-screen">{texts.currency}</span>
      <select value={value} onChange={(event) => onPick(event.currentTarget.value)}>
        {codes.map((code) => (
          <option key={code}>{code}</option>
        ))}
      </select>
    </label>
  );
}
