// Answers requests that are not valid HTTP, or that were not complete in time.
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Problem } from '../../../core/problem.ts';
import { problemBody } from '../problem-answer.ts';
import { paced } from './pacing.ts';

/** Sends a problem and closes the connection, because later bytes on it cannot be trusted. */
export function unreadableRequests(publicUrl: string): (error: { readonly code?: string }, socket: Socket) => void {
  const late: Socket[] = [];
  // Scales with the number of late requests, so that none waits much longer than a second.
  const atOnce = () => Math.max(20, late.length / 50);
  const answerLate = paced(atOnce, () => {
    const socket = late.shift();
    if (socket === undefined) return false;
    answer(socket, new Problem('request_timeout'), publicUrl);
    return true;
  });
  return (error, socket) => {
    if (error.code !== 'ERR_HTTP_REQUEST_TIMEOUT') return answer(socket, new Problem('malformed_request'), publicUrl);
    // Connections are checked every few seconds, so many can be late at once. The rest of a late request is not read.
    socket.pause();
    late.push(socket);
    answerLate();
  };
}

function answer(socket: Socket, problem: Problem, publicUrl: string): void {
  // A response that has already started must not be corrupted.
  const answering = (socket as Socket & { _httpMessage?: { readonly headersSent?: boolean } })._httpMessage;
  if (!socket.writable || answering?.headersSent === true) return void socket.destroy();
  const requestId = randomUUID();
  const body = JSON.stringify(problemBody(problem, requestId, publicUrl));
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  // Does not wait for clients that do not read the response.
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
