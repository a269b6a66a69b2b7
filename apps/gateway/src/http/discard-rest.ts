import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Limits for reading an unwanted body before the connection is closed. */
const MOST_BYTES = 64 * 1_048_576;
const LONGEST_MS = 5_000;

const answered = new WeakSet<Socket>();

/** Whether the last response of the connection was sent. */
export function hasLastAnswer(socket: Socket): boolean {
  return answered.has(socket);
}

/**
 * Sends the whole response at once, and closes the connection only when the client has read it:
 * closing it while the client still sends would reset it and lose the response. Meanwhile received
 * data is dropped, a bounded amount for a bounded time.
 */
export function discardRest(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  answer: string,
): Readable {
  answered.add(raw.socket);
  void reply.header('connection', 'close').header('content-length', Buffer.byteLength(answer));
  return Readable.from(answerThenDiscard(answer, raw), { objectMode: false });
}

async function* answerThenDiscard(answer: string, request: IncomingMessage) {
  yield Buffer.from(answer);
  await discarded(request);
}

function discarded(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    const drop = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes >= MOST_BYTES) stop();
    };
    const stop = () => {
      clearTimeout(timer);
      request.off('data', drop).off('end', stop).off('close', stop);
      resolve();
    };
    const timer = setTimeout(stop, LONGEST_MS);
    request.on('data', drop).once('end', stop).once('close', stop).resume();
    if (request.readableEnded || request.destroyed) stop();
  });
}
