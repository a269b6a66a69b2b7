import { setTimeout as pause } from 'node:timers/promises';
import { DomainError, operationFailed, type SandboxFault } from '@ndx/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { faultIn } from './fault-in.js';

/** Marks the responses that a simulated fault affected. */
export const FAULT_HEADER = 'x-sandbox-fault';

const RETRY_AFTER_MS = 1_000;
const SLOW_ANSWER_MS = 5_000;

/**
 * Simulates the faults that data cannot cause, for queries with documented identifiers (decision
 * 0086). The gateway does not start with it outside a sandbox. What it rejects reaches no service,
 * so it is not billed.
 */
export class SandboxFaults {
  /** The rejected requests, by key: the time from which a retry succeeds. */
  private readonly rejected = new LRUCache<string, number>({ max: 10_000 });

  /** Runs before a query is forwarded. @throws RATE_LIMIT_EXCEEDED, OPERATION_FAILED */
  async simulate(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const fault = faultIn(request.body);
    if (fault === undefined) return;
    void reply.header(FAULT_HEADER, fault);
    await this.effects[fault](request, reply);
  }

  private readonly effects: Readonly<
    Record<SandboxFault, (request: FastifyRequest, reply: FastifyReply) => Promise<void> | void>
  > = {
    rate_limit: (request, reply) => {
      const waitMs = this.reject(`429 ${senderOf(request)}`, RETRY_AFTER_MS);
      if (waitMs === undefined) return;
      void reply.header('retry-after', Math.ceil(waitMs / 1_000));
      throw new DomainError('rate_limited', 'simulated: the rate limit is exceeded');
    },
    server_error: (request) => {
      if (this.reject(`500 ${senderOf(request)}`, 0) !== undefined) {
        throw operationFailed('simulated_failure', 'simulated: the query failed');
      }
    },
    slow_answer: () => pause(SLOW_ANSWER_MS),
  };

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
    return until - now;
  }
}

/** The institution, and the key under which it repeats a request. */
function senderOf({ context, headers }: FastifyRequest): string {
  return `${context?.entityId ?? ''} ${headers['idempotency-key']?.toString() ?? ''}`;
}
