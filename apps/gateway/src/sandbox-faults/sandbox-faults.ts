import { setTimeout as pause } from 'node:timers/promises';
import { DomainError, operationFailed, type SandboxFault } from '@ndx/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { faultIn } from './fault-in.js';

/** Marks the responses that a simulated fault affected. */
export const FAULT_HEADER = 'x-sandbox-fault';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the connection is cut instead of a response to the forwarded request. */
    isCut?: boolean;
  }
}

const RETRY_AFTER_MS = 1_000;
/** Longer than the budget of a client that retries for some minutes. */
const LONG_RETRY_AFTER_MS = 300_000;
const SLOW_ANSWER_MS = 5_000;

/**
 * Simulates the faults that data cannot cause, for requests with documented identifiers (decision
 * 0086). The gateway does not start with it outside a sandbox. What it rejects reaches no service,
 * so it has no effect and is not billed; a request whose connection is cut has its effect.
 */
export class SandboxFaults {
  /** The rejected requests, by key: the time from which a retry succeeds. */
  private readonly rejected = new LRUCache<string, number>({ max: 10_000 });

  /** Runs before a request is forwarded. @throws RATE_LIMIT_EXCEEDED, OPERATION_FAILED */
  async simulate(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const fault = faultIn(request.body);
    if (fault === undefined) return;
    void reply.header(FAULT_HEADER, fault);
    await this.effects[fault](request, reply);
  }

  private readonly effects: Readonly<
    Record<SandboxFault, (request: FastifyRequest, reply: FastifyReply) => Promise<void> | void>
  > = {
    rate_limit: (request, reply) => this.limit(request, reply, RETRY_AFTER_MS),
    long_rate_limit: (request, reply) => this.limit(request, reply, LONG_RETRY_AFTER_MS),
    server_error: (request) => {
      if (this.reject(`500 ${senderOf(request)}`, 0) !== undefined) {
        throw operationFailed('simulated_failure', 'simulated: the request failed');
      }
    },
    slow_answer: () => pause(SLOW_ANSWER_MS),
    connection_cut: (request) => {
      request.isCut = this.reject(`cut ${senderOf(request)}`, 0) !== undefined;
    },
  };

  /** @throws RATE_LIMIT_EXCEEDED until a time after the first request */
  private limit(request: FastifyRequest, reply: FastifyReply, forMs: number): void {
    const waitMs = this.reject(`429 ${forMs} ${senderOf(request)}`, forMs);
    if (waitMs === undefined) return;
    void reply.header('retry-after', Math.ceil(waitMs / 1_000));
    throw new DomainError('rate_limited', 'simulated: the rate limit is exceeded');
  }

  /**
   * Rejects the first request of a key and its retries for a time: the remaining milliseconds, or
   * undefined for the retry that succeeds. The next request of the key is a first one again.
   */
  private reject(key: string, forMs: number): number | undefined {
    const now = performance.now();
    const until = this.rejected.get(key) ?? now + forMs;
    if (this.rejected.has(key) && now >= until) {
      this.rejected.delete(key);
      return undefined;
    }
    this.rejected.set(key, until);
    // The sum of two times of the clock is not exact: 1,000 milliseconds are not two seconds.
    return Math.round(until - now);
  }
}

/** The institution, and the key under which it repeats a request. */
function senderOf({ context, headers }: FastifyRequest): string {
  return `${context?.entityId ?? ''} ${headers['idempotency-key']?.toString() ?? ''}`;
}
