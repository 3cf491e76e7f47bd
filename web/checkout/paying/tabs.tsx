// Tabs after https://www.w3.org/WAI/ARIA/apg/patterns/tabs/: one is in the tab order, and arrow keys move and select.
import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';

interface Props<Name extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly name: Name; readonly title: string }[];
  readonly chosen: Name;
  readonly onChoose: (name: Name) => void;
  /** The content of the selected tab. */
  readonly children: ComponentChildren;
}

export function Tabs<Name extends string>({ label, tabs, chosen, onChoose, children }: Props<Name>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const press = (event: KeyboardEvent): void => {
    const at = tabs.findIndex(({ name }) => name === chosen);
    const to = { Home: 0, End: tabs.length - 1, ...arrows(at, tabs.length, isRightToLeft(list.current)) }[event.key];
    const next = to === undefined ? undefined : tabs[to];
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next.name);
    document.getElementById(`${id}-${next.name}`)?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} onKeyDown={press} ref={list}>
        {tabs.map(({ name, title }) => (
          <button
            key={name}
            id={`${id}-${name}`}
            type="button"
            role="tab"
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {title}
          </button>
        ))}
      </div>
      <div class="panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  );
}

/** The tab that each arrow key selects, from the tab at `at`; it wraps around. */
function arrows(at: number, count: number, rightToLeft: boolean): Record<string, number> {
  const [before, after] = [(at + count - 1) % count, (at + 1) % count];
  return rightToLeft ? { ArrowRight: before, ArrowLeft: after } : { ArrowLeft: before, ArrowRight: after };
}

function isRightToLeft(element: Element | null): boolean {
  return element !== null && getComputedStyle(element).direction === 'rtl';
}
