import type { FastifyReply, FastifyRequest } from 'fastify';
import { operationFailed } from '@ndx/contracts';
import { patternOf } from '@ndx/telemetry';
import { answerFor } from '../http/error-filter.js';
import { STUCK_HEADER } from '../http/blocked-service.js';

/** Maximum number of requests; further ones are not recorded. Several gateways send to a process. */
const PLACES = 1_024;
/** A place has a number (0: free; the newest request has the highest), the length of its text, the text. */
export const PLACE_BYTES = 512;

/** The requests that this process handles, in memory that the thread of its watchdog reads. */
class RequestsInFlight {
  readonly memory = new SharedArrayBuffer(PLACES * PLACE_BYTES);
  private readonly bytes = Buffer.from(this.memory);
  private readonly free = Array.from({ length: PLACES }, (_, place) => place);
  private readonly replies = new Map<number, { reply: FastifyReply; requestId: string }>();
  private started = 0;
  private handled: number | undefined;

  /** The place of the request in whose synchronous part the process is. */
  get current(): number | undefined {
    return this.handled;
  }

  /** The number of requests that the process has taken so far. */
  get requests(): number {
    return this.started;
  }

  get isEmpty(): boolean {
    return this.replies.size === 0;
  }

  /** Runs a synchronous part of a request; an asynchronous context would cost every promise time. */
  handle<T>(place: number | undefined, work: () => T): T {
    const outer = this.handled;
    this.handled = place;
    try {
      return work();
    } finally {
      this.handled = outer;
    }
  }

  /** Records a request. @returns its place; undefined when there are too many */
  enter(
    { method, routeOptions, headers }: FastifyRequest,
    reply: FastifyReply,
    requestId: string,
    institution = '',
  ): number | undefined {
    const place = this.free.pop();
    if (place === undefined) return undefined;
    const { 'content-length': bytes = '0' } = headers;
    // No text of the caller: the pattern of the path, and a number that Node has parsed.
    const text = `${requestId}\n${institution}\n${method} ${patternOf(routeOptions.config)}\n${bytes}`;
    const at = place * PLACE_BYTES;
    this.started = (this.started % 0xff_ff_ff_ff) + 1;
    const length = this.bytes.write(text, at + 8, PLACE_BYTES - 8, 'latin1');
    this.bytes.writeUInt32LE(length, at + 4);
    this.bytes.writeUInt32LE(this.started, at);
    this.replies.set(place, { reply, requestId });
    return place;
  }

  /** Removes a request whose response was sent. */
  leave(place: number | undefined): void {
    if (place === undefined) return;
    this.bytes.writeUInt32LE(0, place * PLACE_BYTES);
    this.replies.delete(place);
    this.free.push(place);
  }

  /** Answers the request that blocks the process, which ends now; the gateway counts it. */
  fail(place: number | undefined): void {
    const { reply, requestId } = this.replies.get(place ?? -1) ?? {};
    if (!reply || reply.raw.headersSent) return;
    const text = 'the request took too long; its process was ended';
    const error = operationFailed('service_unavailable', text);
    const { status, body } = answerFor(error, requestId);
    const headers = {
      'content-type': 'application/json',
      connection: 'close',
      [STUCK_HEADER]: '1',
    };
    reply.raw.writeHead(status, headers).end(JSON.stringify(body));
  }
}

export const requestsInFlight = new RequestsInFlight();
