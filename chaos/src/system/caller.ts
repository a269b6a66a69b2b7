import type { IncomingHttpHeaders } from 'node:http';
import { errors, Pool } from 'undici';

/** The result of a request. */
export type Outcome =
  | Answer
  /** No connection: nothing was sent. */
  | { readonly kind: 'refused' }
  /** The connection broke before the response: the request may or may not have had an effect. */
  | { readonly kind: 'broken'; readonly reason: string }
  /** No response within the gateway's timeout: it hangs. */
  | { readonly kind: 'overdue' };

export interface Answer {
  readonly kind: 'answered';
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Undefined for an empty body. */
  readonly body: unknown;
}

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The gateway's timeout is ten seconds; twice that counts as hanging. */
const SETTLE_TIMEOUT_MS = 20_000;

/** An institution's client. It distinguishes the causes of "fetch failed" and never retries. */
export class Caller {
  private readonly pool: Pool;

  constructor(
    baseUrl: string,
    private readonly token: () => Promise<string>,
    { keepsConnections }: { readonly keepsConnections: boolean },
  ) {
    this.pool = new Pool(baseUrl, {
      connections: 64,
      pipelining: keepsConnections ? 1 : 0,
      headersTimeout: SETTLE_TIMEOUT_MS,
      bodyTimeout: SETTLE_TIMEOUT_MS,
    });
  }

  async ask({ method, path, body, headers }: Request): Promise<Outcome> {
    const authorization = `Bearer ${await this.token()}`;
    try {
      const response = await this.pool.request({
        method,
        path,
        headers: {
          authorization,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.body.text();
      return {
        kind: 'answered',
        status: response.statusCode,
        headers: response.headers,
        body: text === '' ? undefined : (JSON.parse(text) as unknown),
      };
    } catch (error) {
      return outcomeOf(error);
    }
  }

  close(): Promise<void> {
    return this.pool.destroy();
  }
}

/** @throws errors other than of the connection */
function outcomeOf(error: unknown): Outcome {
  const code = codeOf(error);
  if (code === 'ECONNREFUSED') return { kind: 'refused' };
  if (
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError ||
    error instanceof errors.ConnectTimeoutError
  ) {
    return { kind: 'overdue' };
  }
  if (error instanceof errors.SocketError || ['ECONNRESET', 'EPIPE'].includes(code)) {
    return { kind: 'broken', reason: String(error) };
  }
  throw error;
}

/** Not by its class: under Jest, errors of Node are from another realm. */
function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** Whether the operation was executed. */
export function isDone(outcome: Outcome): outcome is Answer {
  return outcome.kind === 'answered' && outcome.status < 300;
}

/** One line for a report. */
export function describeOutcome(outcome: Outcome): string {
  if (outcome.kind === 'answered') return `${outcome.status} ${JSON.stringify(outcome.body)}`;
  return outcome.kind === 'broken' ? `connection broken: ${outcome.reason}` : outcome.kind;
}
