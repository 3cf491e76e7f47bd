// Short notices above any screen.
import type { ComponentChildren } from 'preact';
import { useWords } from '../words/words.ts';

export function Notice({ kind, children }: { kind: 'info' | 'warning' | 'problem'; children: ComponentChildren }) {
  return (
    <div class={`notice ${kind}`} role={kind === 'problem' ? 'alert' : undefined}>
      {children}
    </div>
  );
}

/** `cutOff`: why the page may be out of date; null if it is current. */
export function ConnectionNotice({ cutOff }: { cutOff: 'lost' | 'offline' | null }) {
  const { page } = useWords();
  // Always in the page: screen readers announce text that appears in an existing element.
  return (
    <div role="status">
      {cutOff !== null && <Notice kind="warning">{cutOff === 'offline' ? page.offline : page.connectionLost}</Notice>}
    </div>
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
