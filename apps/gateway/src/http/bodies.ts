import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { DomainError } from '@ndx/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { discardRest } from './discard-rest.js';

/**
 * Bodies are asked for only when the request is let in: one that is refused is answered before its
 * body is read, and a client that waits for `100 Continue` does not receive it (RFC 9110, 10.1.1).
 */
export class Bodies {
  /** Requests whose sender waits to be asked for the body. */
  private readonly waiting = new WeakSet<IncomingMessage>();

  /** @param limit the largest body that is taken, in bytes */
  constructor(private readonly limit: number) {}

  /** Serves requests that have expectations like all others, and refused bodies to their end. */
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
   * Lets the body come.
   * @throws PAYLOAD_TOO_LARGE when its length is more than the limit; nothing of it was read then
   */
  admit({ raw }: FastifyRequest, reply: FastifyReply): void {
    if (lengthOf(raw) > this.limit) {
      throw new DomainError('PAYLOAD_TOO_LARGE', 'the request body is too large');
    }
    if (this.waiting.delete(raw)) reply.raw.writeContinue();
  }

  private deferContinue(server: Server): void {
    server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
      this.waiting.add(request);
      server.emit('request', request, response);
    });
    // An expectation that is not ours may be passed over (RFC 9110, 10.1.1).
    server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
      server.emit('request', request, response);
    });
  }

  /** Whether more may come of the body than is worth waiting for before the connection is used again. */
  private isStillSending({ raw }: FastifyRequest): boolean {
    if (raw.complete) return false;
    return (
      lengthOf(raw) > this.limit ||
      raw.headers['transfer-encoding'] !== undefined ||
      this.waiting.has(raw)
    );
  }
}

/** What the request says of its body's length: 0 where it says nothing. */
function lengthOf({ headers }: IncomingMessage): number {
  return Number(headers['content-length'] ?? 0);
}
