// Server-sent events that are written to the connection itself: a stream of Node's and its pipe to the connection would
// cost as much memory again as all else that is held for a reader.
import type { Server, ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * What an operation that answers events may answer in the place of a stream. It is called once, with the connection:
 * written to, or ended, until that is closed, which it may be already.
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

/** Ends the open streams of this server as whole answers, and each later one as soon as it has begun. */
export function endEventStreams(server: Server): void {
  const streams = eventStreams(server);
  streams.isEnding = true;
  for (const response of streams.open) response.end();
}

/** With the status and headers that the reply has by now. */
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
