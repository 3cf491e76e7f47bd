// The pages without an invoice.
import type { ComponentChildren } from 'preact';
import { useWords } from '../words/words.ts';

export function NotFound() {
  const { closed } = useWords();
  return (
    <Alone title={closed.notFound}>
      <p>{closed.notFoundMore}</p>
    </Alone>
  );
}

/** The page keeps polling; the button polls at once. */
export function Unreachable({ problem }: { problem: string }) {
  const { closed } = useWords();
  return (
    <Alone title={closed.unreachable}>
      <p role="alert">{problem}</p>
      <button class="primary" type="button" onClick={() => location.reload()}>
        {closed.tryAgain}
      </button>
    </Alone>
  );
}

function Alone({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <main class="page alone">
      <section class="card closed">
        <h1>{title}</h1>
        {children}
      </section>
    </main>
  );
}
