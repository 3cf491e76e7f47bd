// Server-sent events that are written to the connection directly. A Node stream with its pipe would double the memory
// per reader.
import type { Server, ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * An operation may return this function instead of a stream. It is called once with the connection, which may already
 * be closed. It writes events until it ends the connection, or until the client closes it.
 */
export type WriteEvents = (to: Writable) => void;

interface Streams {
  readonly open: Set<ServerResponse>;
  isEnding: boolean;
}

const streamsOf = new WeakMap<object, Streams>();

function eventStreams(server: Server): Streams {
  const known = streamsOf.get(server) ?? { open: new Set(), isEnding: false };
  streamsOf.set(server, known);
  return known;
}

/** Ends the open streams of this server as complete responses, and each later one right after its start. */
export function endEventStreams(server: Server): void {
  const streams = eventStreams(server);
  streams.isEnding = true;
  for (const response of streams.open) response.end();
}

/** Sends the reply's current status and headers. */
export function answerEvents(reply: FastifyReply, write: WriteEvents): FastifyReply {
  const { raw } = reply.hijack();
  const streams = eventStreams(reply.server.server as Server);
  streams.open.add(raw);
  raw.once('close', () => streams.open.delete(raw));
  if (raw.destroyed) streams.open.delete(raw);
  else raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>);
  write(raw);
  if (streams.isEnding) raw.end();
  return reply;
}
