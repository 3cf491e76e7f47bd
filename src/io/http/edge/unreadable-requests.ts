// What was no HTTP request at all, or did not become one in time.
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Problem } from '../../../core/problem.ts';
import { problemBody } from '../problem-answer.ts';
import { paced } from './pacing.ts';

/** Answers each in the form of any other problem, and hangs up: nothing after it could be trusted. */
export function unreadableRequests(publicUrl: string): (error: { readonly code?: string }, socket: Socket) => void {
  const late: Socket[] = [];
  // However many they are, none waits for much longer than a second.
  const atOnce = () => Math.max(20, late.length / 50);
  const answerLate = paced(atOnce, () => {
    const socket = late.shift();
    if (socket === undefined) return false;
    answer(socket, new Problem('request_timeout'), publicUrl);
    return true;
  });
  return (error, socket) => {
    if (error.code !== 'ERR_HTTP_REQUEST_TIMEOUT') return answer(socket, new Problem('malformed_request'), publicUrl);
    // Connections are looked at every few seconds, and all that are late by then are told of at once. What is late
    // stays late: of its request nothing more is read.
    socket.pause();
    late.push(socket);
    answerLate();
  };
}

function answer(socket: Socket, problem: Problem, publicUrl: string): void {
  // Into the middle of an answer that has begun nothing may be written.
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
  // Whoever does not take it is not waited for.
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
