// Parts that outlive the test file that started them, for the next file of the same worker that needs the same part.
import { isWarmWorker } from '../run/runner/worker-messages.ts';

export interface Poolable {
  /** Called when a file leaves it. Throws if the part is of no use to another file. */
  rest(): Promise<void>;
  /** Called when another file takes it. */
  wake(): Promise<void>;
  close(): Promise<void>;
}

export interface Lease<Part> {
  readonly part: Part;
  /** `isSound`: whether another file can use it. */
  end(isSound: boolean): Promise<void>;
}

const idle = new Map<string, Poolable[]>();

/** An idle part, or a new one. Parts of one `kind` are alike. */
export async function borrow<Part extends Poolable>(kind: string, open: () => Promise<Part>): Promise<Lease<Part>> {
  const resting = idle.get(kind)?.pop() as Part | undefined;
  await resting?.wake();
  const part = resting ?? (await open());
  return {
    part,
    async end(isSound) {
      if (!isSound || !keepsParts()) return part.close();
      try {
        await part.rest();
      } catch (error) {
        await part.close().catch(() => undefined);
        throw error;
      }
      idle.set(kind, [...(idle.get(kind) ?? []), part]);
    },
  };
}

/** Call it when no more files follow. */
export async function closePools(): Promise<void> {
  const parts = [...idle.values()].flat();
  idle.clear();
  const ends = await Promise.allSettled(parts.map((part) => part.close()));
  const failed = ends.filter((end) => end.status === 'rejected').map(({ reason }) => reason as Error);
  if (failed.length > 0) throw new AggregateError(failed, failed.map(({ message }) => message).join('\n'));
}

/** A file whose reach is being recorded starts everything that it uses. */
function keepsParts(): boolean {
  return isWarmWorker && process.env.TEST_REACH_FOLDER === undefined;
}
