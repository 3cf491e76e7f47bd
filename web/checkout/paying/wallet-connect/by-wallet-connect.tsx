// Paying through WalletConnect: a button, then a code that connects a wallet to this page.
import { Busy } from '../../parts/busy.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { QrCode } from '../../parts/qr-code.tsx';
import { useWords } from '../../words/words.ts';
import { CodeFold } from '../codes/code-fold.tsx';
import { service, type WalletConnect } from './use-wallet-connect.ts';

export function ByWalletConnect({ step, start, stop, disabled }: WalletConnect & { disabled: boolean }) {
  const { walletConnect: words, choosing, instructions } = useWords();
  if (step === null)
    return (
      <div class="wallet-connect">
        <button class="secondary" type="button" disabled={disabled} onClick={start}>
          {choosing.payWith({ wallet: service })}
        </button>
        <p class="quiet">{words.relayed({ service })}</p>
      </div>
    );
  return (
    <div class="wallet-connect">
      {step.kind === 'opening' && <Busy>{words.opening}</Busy>}
      {step.kind === 'invited' && (
        <>
          <CodeFold>
            <div class="code">
              <QrCode text={step.link} label={words.code} />
              <p>{words.scan}</p>
            </div>
          </CodeFold>
          <a class="button primary here" href={step.link}>
            {instructions.openApp}
          </a>
          <CopyButton text={step.link} what={words.theLink} />
        </>
      )}
      {step.kind === 'asked' && (
        <>
          <Busy>{choosing.answerIn({ wallet: step.name })}</Busy>
          {step.link !== null && (
            <a class="button primary here" href={step.link}>
              {instructions.openIn({ wallet: step.name })}
            </a>
          )}
        </>
      )}
      <button class="quiet-link" type="button" onClick={stop}>
        {words.stop({ service })}
      </button>
    </div>
  );
}
