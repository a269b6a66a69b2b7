import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { DomainError } from '@ndx/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { discardRest } from './discard-rest.js';

/**
 * Requests a body only after admission: a rejected request is answered before its body is read, and
 * a client that waits for `100 Continue` does not receive it (RFC 9110, 10.1.1).
 */
export class Bodies {
  /** Requests that wait for `100 Continue`. */
  private readonly waiting = new WeakSet<IncomingMessage>();

  /** @param limit maximum body size in bytes */
  constructor(private readonly limit: number) {}

  /** Serves requests with expectations like all others, and drains rejected bodies. */
  attach(fastify: FastifyInstance): void {
    const { server } = fastify;
    this.deferContinue(server);
    fastify.addHook('onSend', async (request, reply, payload) =>
      typeof payload === 'string' && this.isStillSending(request)
        ? discardRest(request, reply, payload)
        : payload,
    );
  }

  /**
   * Lets the client send the body.
   * @throws PAYLOAD_TOO_LARGE when its declared length exceeds the limit, before any of it is read
   */
  admit({ raw }: FastifyRequest, reply: FastifyReply): void {
    if (lengthOf(raw) > this.limit) {
      throw new DomainError('body_too_large', 'the request body is too large');
    }
    if (this.waiting.delete(raw)) reply.raw.writeContinue();
  }

  private deferContinue(server: Server): void {
    server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
      this.waiting.add(request);
      server.emit('request', request, response);
    });
    // An unknown expectation may be ignored (RFC 9110, 10.1.1).
    server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
      server.emit('request', request, response);
    });
  }

  /** Whether the rest of the body is too large to drain before the connection is reused. */
  private isStillSending({ raw }: FastifyRequest): boolean {
    if (raw.complete) return false;
    return (
      lengthOf(raw) > this.limit ||
      raw.headers['transfer-encoding'] !== undefined ||
      this.waiting.has(raw)
    );
  }
}

/** The declared length of the body; 0 without one. */
function lengthOf({ headers }: IncomingMessage): number {
  return Number(headers['content-length'] ?? 0);
}
