// Pages that are still being built when the service starts.

export interface PageBuild {
  /** Resolves when every page is built, or after `stop`. Rejects with StartFault. */
  readonly done: Promise<void>;
  /** The page that is being built right now; null before the first. */
  readonly current: () => string | null;
  stop(): void;
}

/** Returns the reason why the process is not ready because of its pages, or null. */
export function pageFault(build: PageBuild | null): () => string | null {
  let isDone = build === null;
  build?.done.then(
    () => {
      isDone = true;
    },
    () => undefined,
  );
  return () => (isDone ? null : `the pages are being built (${build?.current() ?? 'the first'})`);
}
