// One step of the setup: its tick, title and outcome, and its form while it is open.
import { Anchor, Collapse } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Icon } from '../../layout/icons.tsx';
import { words } from '../../words/words.ts';

export interface StepProps {
  /** Null: a help below the steps, which is never done and is not counted. */
  readonly number: number | null;
  readonly title: string;
  readonly isDone: boolean;
  readonly isOpen: boolean;
  /** The outcome of a finished step: 'Corner Shop, for development'. */
  readonly outcome?: ReactNode;
  /** Whether it has just become the next step, so that the page scrolls to it. */
  readonly isNext: boolean;
  readonly toggle: () => void;
  readonly children: ReactNode;
}

export function Step({ number, title, isDone, isOpen, outcome, isNext, toggle, children }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const wasNext = useRef(isNext);
  const titleId = useId();
  useEffect(() => {
    if (isNext && !wasNext.current) {
      heading.current?.focus({ preventScroll: true });
      heading.current?.scrollIntoView({ block: 'center', behavior: 'smooth' });
    }
    wasNext.current = isNext;
  }, [isNext]);
  return (
    <section className="sheet setup-step" aria-labelledby={titleId}>
      <div className="setup-head">
        <Tick number={number} isDone={isDone} />
        <div>
          <h2 ref={heading} tabIndex={-1} id={titleId}>
            {title}
            {number === null ? null : (
              <span className="off-screen"> {isDone ? words.firstRun.done : words.firstRun.toDo}</span>
            )}
          </h2>
          {isDone && outcome !== undefined ? <div className="soft">{outcome}</div> : null}
        </div>
        {isDone || !isOpen ? (
          <Anchor component="button" type="button" aria-expanded={isOpen} aria-describedby={titleId} onClick={toggle}>
            {isOpen ? words.common.close : isDone ? words.common.show : words.common.open}
          </Anchor>
        ) : null}
      </div>
      <Collapse expanded={isOpen}>
        <div className="setup-body">{isOpen ? children : null}</div>
      </Collapse>
    </section>
  );
}

function Tick({ number, isDone }: Pick<StepProps, 'number' | 'isDone'>) {
  return (
    <span className="setup-tick" data-done={isDone || undefined} aria-hidden="true">
      {isDone ? <Icon name="done" /> : (number ?? <Icon name="tokens" />)}
    </span>
  );
}
