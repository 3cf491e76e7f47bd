// Short notices that can stand above any screen.
import type { ComponentChildren } from 'preact';
import type { Connection } from '../outside/live-snapshot.ts';
import { useWords } from '../words/words.ts';

export function Notice({ kind, children }: { kind: 'info' | 'warning' | 'problem'; children: ComponentChildren }) {
  return (
    <div class={`notice ${kind}`} role={kind === 'problem' ? 'alert' : undefined}>
      {children}
    </div>
  );
}

export function ConnectionNotice({ connection }: { connection: Connection }) {
  const words = useWords();
  if (connection !== 'lost') return null;
  return (
    <Notice kind="warning">
      <p>{words.page.connectionLost}</p>
    </Notice>
  );
}

export function TestRibbon() {
  const { page } = useWords();
  return (
    <header class="test-ribbon">
      <strong>{page.testTitle}</strong> {page.test}
    </header>
  );
}
