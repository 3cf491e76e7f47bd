// A ring that shows progress, with a text in its centre.
import type { ComponentChildren } from 'preact';

interface Props {
  /** `waits`: it turns, since nothing can be counted yet. The others are complete, with a mark in the centre. */
  readonly look: 'counts' | 'waits' | 'good' | 'over' | 'failed' | 'unknown';
  /** How many of `needed` are reached; both are ignored if nothing is counted. */
  readonly have?: number;
  readonly needed?: number;
  /** The text for screen readers, if the text in the centre is not enough. */
  readonly label?: string;
  readonly children?: ComponentChildren;
}

export function Ring({ look, have = 0, needed = 1, label, children }: Props) {
  const counted =
    look === 'counts'
      ? ({
          role: 'progressbar',
          'aria-valuemin': 0,
          'aria-valuemax': needed,
          'aria-valuenow': have,
          'aria-label': label,
          'aria-valuetext': label,
        } as const)
      : {};
  return (
    <div class={`ring ${look}`} {...counted}>
      <svg viewBox="0 0 120 120" aria-hidden="true">
        <circle class="ring-ground" cx="60" cy="60" r="54" />
        {(look === 'counts' || look === 'waits') && (
          <circle
            class="ring-fill"
            cx="60"
            cy="60"
            r="54"
            pathLength={needed}
            stroke-dasharray={look === 'waits' ? '0.18 0.82' : `${have} ${needed}`}
          />
        )}
        {look in marks && <path class="ring-mark" d={marks[look as keyof typeof marks]} />}
      </svg>
      {children && <div class="ring-face">{children}</div>}
    </div>
  );
}

/** A tick, a clock's hands, a cross, an exclamation mark. */
const marks = {
  good: 'M38 62l15 15 30-33',
  over: 'M60 36v26l16 10',
  failed: 'M44 44l32 32M76 44l-32 32',
  unknown: 'M60 36v30M60 82v1',
};
