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

const open = new WeakMap<object, Set<ServerResponse>>();

/** Those of this server that are not over. */
export function openEventStreams(server: Server): Set<ServerResponse> {
  const known = open.get(server) ?? new Set();
  open.set(server, known);
  return known;
}

/** With the status and headers that the reply has by now. */
export function answerEvents(reply: FastifyReply, write: WriteEvents): FastifyReply {
  const { raw } = reply.hijack();
  const those = openEventStreams(reply.server.server as Server);
  those.add(raw);
  raw.once('close', () => those.delete(raw));
  if (raw.destroyed) those.delete(raw);
  else raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>);
  write(raw);
  return reply;
}
