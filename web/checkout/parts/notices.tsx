// Short notices that can stand above any screen.
import type { ComponentChildren } from 'preact';
import type { Connection } from '../outside/live-snapshot.ts';

export function Notice({ kind, children }: { kind: 'info' | 'warning' | 'problem'; children: ComponentChildren }) {
  return (
    <div class={`notice ${kind}`} role={kind === 'problem' ? 'alert' : undefined}>
      {children}
    </div>
  );
}

export function ConnectionNotice({ connection }: { connection: Connection }) {
  if (connection !== 'lost') return null;
  return (
    <Notice kind="warning">
      <p>
        The connection is gone, so this page may be out of date. It reconnects by itself. A payment you have sent is not
        lost.
      </p>
    </Notice>
  );
}

export function TestRibbon() {
  return (
    <header class="test-ribbon">
      <strong>Test payment.</strong> Coins on a test network have no value. Never send real ones.
    </header>
  );
}
