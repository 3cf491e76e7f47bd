// Twelve keys, like a card terminal: digits come in from the right, so there is no decimal point to type.
import { useEffect } from 'preact/hooks';
import { useTillWords } from './counter-texts.ts';

interface Props {
  /** In minor units: 1250 is 12.50 in a currency with two decimals. */
  readonly minor: bigint;
  readonly onChange: (minor: bigint) => void;
  readonly onEnter: () => void;
}

const most = 99_999_999_999n;
const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '00', '0', '⌫'] as const;

export function Keypad({ minor, onChange, onEnter }: Props) {
  const { deleteDigit } = useTillWords().texts;
  const press = (key: string): void => {
    const next = key === '⌫' ? minor / 10n : minor * 10n ** BigInt(key.length) + BigInt(key);
    if (next <= most) onChange(next);
  };
  useEffect(() => {
    const typed = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLSelectElement) return;
      // Full-width digits, as Chinese and Japanese keyboards send them, are digits too.
      const key = event.key.normalize('NFKC');
      if (/^[0-9]$/.test(key)) press(key);
      else if (event.key === 'Backspace') press('⌫');
      else if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) onEnter();
    };
    document.addEventListener('keydown', typed);
    return () => document.removeEventListener('keydown', typed);
  });
  return (
    <div class="keys" dir="ltr">
      {keys.map((key) => (
        <button key={key} type="button" aria-label={key === '⌫' ? deleteDigit : key} onClick={() => press(key)}>
          {key}
        </button>
      ))}
    </div>
  );
}
