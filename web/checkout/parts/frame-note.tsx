// Within a shop's page: the way out of the frame, for wallets that do not answer in one.
import { useEffect, useState } from 'preact/hooks';
import { isFramed } from '../outside/frame.ts';
import { useWords } from '../words/words.ts';

export function FrameNote({ invoiceId }: { invoiceId: string }) {
  const { frame: words } = useWords();
  const [framed, setFramed] = useState(false);
  // Not at the first drawing, which the server may have done.
  useEffect(() => setFramed(isFramed()), []);
  if (!framed) return null;
  return (
    <p class="quiet foot">
      {words.alone}{' '}
      <a href={`/pay/${invoiceId}`} target="_blank" rel="noopener">
        {words.openAlone}
      </a>
    </p>
  );
}
