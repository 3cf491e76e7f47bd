// PostgreSQL's COPY over a connection of the driver, which parses its messages but has no API for it.
import { once } from 'node:events';
import type pg from 'pg';
import type { Connection } from 'pg';

/** The members of the driver's connection for COPY that its types omit (pg 8: lib/connection.js). */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

/** Writes rows in COPY's text format. `end` returns the number of rows, and rejects if a row was rejected. */
export interface CopyTarget {
  write(chunk: Uint8Array): Promise<void>;
  end(): Promise<number>;
}

/**
 * Runs `copy … to stdout` and yields the rows, about one per chunk. If the reader is slow, the server waits. A reader
 * that stops early must close the connection, because the remaining rows are sent all the same.
 */
export async function* copyOut(client: pg.Client, text: string): AsyncGenerator<Buffer> {
  const chunks: Buffer[] = [];
  let heard = Promise.withResolvers<void>();
  let stream: Connection['stream'] | undefined;
  let isOver = false;
  let failure: Error | undefined;
  client.query({
    ...unexpected,
    submit(connection: Connection) {
      stream = connection.stream;
      connection.query(text);
    },
    handleCopyData({ chunk }: { chunk: Buffer }) {
      // The driver reuses the memory for the next messages.
      chunks.push(Buffer.from(chunk));
      if (chunks.length > mostWaiting) stream?.pause();
      heard.resolve();
    },
    handleError(error: Error) {
      failure = error;
      heard.resolve();
    },
    handleReadyForQuery() {
      isOver = true;
      heard.resolve();
    },
  });
  while (!isOver || chunks.length > 0) {
    if (failure !== undefined) throw failure;
    yield* chunks.splice(0);
    stream?.resume();
    if (isOver || failure !== undefined) continue;
    await heard.promise;
    heard = Promise.withResolvers<void>();
  }
  if (failure !== undefined) throw failure;
}

/** Runs `copy … from stdin`. If `write` or `end` rejects, nothing was written. */
export async function copyIn(client: pg.Client, text: string): Promise<CopyTarget> {
  const ready = Promise.withResolvers<CopyConnection>();
  const done = Promise.withResolvers<number>();
  // A rejection is reported at the next write, and until then no code awaits it.
  done.promise.catch(() => undefined);
  let rows = 0;
  client.query({
    ...unexpected,
    submit: (connection: Connection) => connection.query(text),
    handleCopyInResponse: (connection: CopyConnection) => ready.resolve(connection),
    handleCommandComplete({ text: tag }: { text: string }) {
      rows = Number(/^COPY (\d+)$/.exec(tag)?.[1] ?? 0);
    },
    handleError(error: Error) {
      ready.reject(error);
      done.reject(error);
    },
    handleReadyForQuery: () => done.resolve(rows),
  });
  const connection = await ready.promise;
  return {
    async write(chunk) {
      connection.sendCopyFromChunk(chunk);
      // After an error the server reads and discards the rest, so the socket always drains.
      if (connection.stream.writableNeedDrain) await Promise.race([once(connection.stream, 'drain'), done.promise]);
    },
    async end() {
      connection.endCopyFrom();
      return done.promise;
    },
  };
}

const mostWaiting = 1_000;

/** The driver calls these for every kind of query. */
const unexpected = {
  handleRowDescription: () => undefined,
  handleDataRow: () => undefined,
  handleCommandComplete: () => undefined,
  handleReadyForQuery: () => undefined,
  handleError: () => undefined,
};
