import { LostCommitsError, type DirectEvents, type Transactions } from '@ndx/messaging';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { answerFor } from '../http/error-filter.js';
import { operationOf } from '../http/handles.js';
import { prepare, type Answer } from './answer.js';
import { IDEMPOTENCY_KEY_HEADER, isDryRun } from '@ndx/api';
import type { KeptAnswer, KeptAnswers } from './kept-answers.js';
import { inKeyedRequest, keyedRequestOf, type KeyedRequest } from './keyed-request.js';
import { Replay } from './replay.js';

const HEADER = IDEMPOTENCY_KEY_HEADER.toLowerCase();

/**
 * Executes a request with an `Idempotency-Key` once: its response is committed with its effect, and
 * sent again to retries. Rejections have no effect and are not stored.
 */
export class Idempotency implements NestInterceptor {
  constructor(
    private readonly transactions: Transactions,
    private readonly answers: KeptAnswers,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const operation = operationOf(context.getHandler());
    const takesKey = operation?.takesIdempotencyKey === true;
    if (request.headers[HEADER] === undefined || !takesKey) return next.handle();
    const keyed = keyedRequestOf(request, operation.billable);
    // A dry run has no effect, so its key is checked and not used.
    if (isDryRun(operation, request.query)) return next.handle();
    const handle = () => {
      const value: Observable<unknown> = next.handle();
      return lastValueFrom(value, { defaultValue: undefined });
    };
    return from(this.once(keyed, http.getResponse<FastifyReply>(), handle));
  }

  /** The body to send; undefined when the handler sends it itself. */
  private async once(
    request: KeyedRequest,
    reply: FastifyReply,
    handle: () => Promise<unknown>,
  ): Promise<unknown> {
    const earlier = await this.answers.find(request);
    if (earlier) return this.replay(request, earlier, handle);
    const { answer, undelivered } = await this.orReplay(request, handle, () =>
      this.answer(request, reply, handle),
    );
    await this.deliver(request, undelivered);
    if (!answer) return undefined;
    prepare(reply, answer);
    return answer.body;
  }

  private async answer(
    request: KeyedRequest,
    reply: FastifyReply,
    handle: () => Promise<unknown>,
  ): Promise<{ readonly answer: Answer | undefined; readonly undelivered: DirectEvents }> {
    let undelivered: DirectEvents = [];
    const answer = await this.transactions.hold({
      begin: (manager) => this.answers.claim(manager, request),
      work: async () => {
        const value = await inKeyedRequest(request, handle);
        return request.isAnswered ? undefined : answerOf(reply, value);
      },
      end: (given, events) => {
        undelivered = events;
        return given && ((manager) => this.answers.keep(manager, request, given, events));
      },
    });
    return { answer, undelivered };
  }

  /**
   * Of two concurrent requests, one finds the key taken, or is rejected because of the other's
   * effect.
   */
  private async orReplay<T>(
    request: KeyedRequest,
    handle: () => Promise<unknown>,
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (answerFor(error, undefined).status >= 500) throw error;
      const other = await this.answers.find(request);
      if (other) return this.replay(request, other, handle);
      throw error;
    }
  }

  /** The handler of a query decides again whether its caller may read the answer. */
  private async replay(
    request: KeyedRequest,
    { answer, undelivered }: KeptAnswer,
    handle: () => Promise<unknown>,
  ): Promise<never> {
    await this.deliver(request, undelivered);
    if (request.isQuery) {
      request.earlier = answer;
      await inKeyedRequest(request, handle);
    }
    throw new Replay(answer);
  }

  /** Responses are sent after the change applies to queries (design 3), also to retries. */
  private async deliver(request: KeyedRequest, undelivered: DirectEvents): Promise<void> {
    if (undelivered.length === 0) return;
    try {
      await this.transactions.deliver(undelivered);
    } catch (error) {
      if (error instanceof LostCommitsError) await this.answers.forget(request);
      throw error;
    }
    await this.answers.delivered(request);
  }
}

function answerOf({ statusCode }: FastifyReply, value: unknown): Answer {
  return { status: statusCode, body: value === undefined ? undefined : JSON.stringify(value) };
}
