import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError, newId } from '@ndx/contracts';
import { answerFor } from '@ndx/service';
import { REQUEST_ID_HEADER } from '@ndx/telemetry';
import { hasLastAnswer } from './discard-rest.js';

const REASONS: Readonly<Record<string, () => DomainError>> = {
  HPE_HEADER_OVERFLOW: () =>
    new DomainError('head_too_large', 'the request line and the headers are too large'),
  ERR_HTTP_REQUEST_TIMEOUT: () =>
    new DomainError('invalid_http', 'the request was not received before the timeout'),
};

/**
 * Answers requests that Node cannot parse, which reach no handler, in the shape of every other
 * error (contract 7.1), and closes the connection. One on which nothing was sent closes without an
 * answer: a browser opens connections in advance, and would take it for that to its next request.
 */
export function refuseUnparsed(error: NodeJS.ErrnoException, socket: Socket): void {
  const isUnused = socket.bytesRead === 0;
  if (isUnused || error.code === 'ECONNRESET' || !socket.writable || hasLastAnswer(socket)) {
    socket.destroy(error);
    return;
  }
  const reason =
    REASONS[error.code ?? '']?.() ??
    new DomainError('invalid_http', 'the request is not valid HTTP');
  const requestId = newId();
  const { status, body } = answerFor(reason, requestId);
  const text = JSON.stringify(body);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(text)}`,
      `${REQUEST_ID_HEADER}: ${requestId}`,
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      'connection: close',
      '',
      text,
    ].join('\r\n'),
  );
}
