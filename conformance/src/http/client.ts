import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { memberOf, type Answer } from './answer.js';
import type { Request, TokenName } from './request.js';

export type Tokens = Readonly<Partial<Record<TokenName, string>>>;

/** No response: the deployment is unreachable, or too slow. */
export class NotReachedError extends Error {}

/** A token that was accepted earlier is rejected, and there is no newer one (contract 5.6). */
export class TokenRefusedError extends Error {
  constructor(readonly token: TokenName) {
    super('401 Invalid or expired token');
  }
}

/** Reads a token again; undefined for a token that cannot change. */
export type Renew = (name: TokenName) => string | undefined;

/** Tokens that should be accepted, or rejected for another reason than their age. */
const VALID: readonly string[] = ['own', 'other', 'unprivileged', 'stranger'];

const TIMEOUT_MS = 30_000;
/** Maximum number of retries of a rate-limited request. */
const ATTEMPTS = 5;
const TOO_MANY_REQUESTS = 429;

/** Sends requests to a deployment, each with a unique request id. */
export class Client {
  private readonly baseUrl: string;

  private current: Tokens;

  constructor(
    baseUrl: string,
    tokens: Tokens,
    private readonly renew: Renew = () => undefined,
  ) {
    this.baseUrl = baseUrl.replace(/(?<!\/)\/+$/, '');
    this.current = tokens;
  }

  /** The last known tokens. */
  get tokens(): Tokens {
    return this.current;
  }

  /**
   * Waits when rate-limited, and reads a rejected token again: it may have expired.
   * @throws NotReachedError, TokenRefusedError
   */
  async send(request: Request): Promise<Answer> {
    const { as = 'own', headers = {} } = request;
    const used = as === 'nobody' ? undefined : this.current[as];
    const answer = await this.sendWithinRateLimit(request);
    if (as === 'nobody' || !VALID.includes(as) || 'authorization' in headers) return answer;
    if (!isOutOfDate(answer)) return answer;
    // Another request may have replaced it in the meantime.
    if (this.current[as] === used) this.replace(as);
    const again = await this.sendWithinRateLimit(request);
    if (isOutOfDate(again)) throw new TokenRefusedError(as);
    return again;
  }

  private replace(name: TokenName): void {
    const token = this.renew(name);
    if (token === undefined || token === this.current[name]) throw new TokenRefusedError(name);
    this.current = { ...this.current, [name]: token };
  }

  private async sendWithinRateLimit(request: Request): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.sendOnce(request);
      if (answer.status !== TOO_MANY_REQUESTS || attempt === ATTEMPTS) return answer;
      await wait(pauseBefore(answer.headers.get('retry-after')));
    }
  }

  private async sendOnce(request: Request): Promise<Answer> {
    const requestId = request.headers?.['x-request-id'] ?? `conformance-${randomUUID()}`;
    const { status, headers, text } = await this.exchange(request, requestId);
    return { request, requestId, status, headers, text, body: jsonOf(text) };
  }

  private sent(request: Request, requestId: string): RequestInit {
    const { method, as = 'own' } = request;
    const body = request.text ?? (request.body === undefined ? undefined : encode(request.body));
    const token = as === 'nobody' ? undefined : this.tokens[as];
    return {
      method,
      headers: {
        'x-request-id': requestId,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...request.headers,
      },
      ...(body !== undefined && { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    };
  }

  /** A response is complete when its body has arrived. */
  private async exchange(request: Request, requestId: string) {
    const url = this.baseUrl + request.path;
    const sent = this.sent(request, requestId);
    try {
      const response = await fetch(url, sent);
      const { status, headers } = response;
      return { status, headers, text: await response.text() };
    } catch (error) {
      const why = reasonOf(error);
      throw new NotReachedError(`${request.method} ${url} was not answered: ${why}.`, {
        cause: error,
      });
    }
  }
}

/** Retry-After in milliseconds (seconds or a date, RFC 9110, 10.2.3), at most a minute; default one second. */
function pauseBefore(retryAfter: string | null): number {
  const seconds = Number(retryAfter ?? 1);
  const delayMs = Number.isNaN(seconds)
    ? Date.parse(retryAfter ?? '') - Date.now()
    : seconds * 1_000;
  return Number.isNaN(delayMs) ? 1_000 : Math.min(Math.max(delayMs, 0), 60_000);
}

function isOutOfDate({ status, body }: Answer): boolean {
  return status === 401 && memberOf(body, 'detail') === 'Invalid or expired token';
}

/** The root cause: `fetch failed` alone does not name it. */
function reasonOf(error: unknown): string {
  const cause = memberOf(error, 'cause');
  if (cause !== undefined) return reasonOf(cause);
  const [message, code] = [memberOf(error, 'message'), memberOf(error, 'code')];
  if (typeof message !== 'string') return String(error);
  // Messages of a TLS library contain line breaks.
  const line = message.trim().replaceAll(/\s+/g, ' ');
  return typeof code === 'string' && !line.includes(code) ? `${line} ${code}`.trim() : line;
}

function encode(body: unknown): string {
  return JSON.stringify(body);
}

function jsonOf(text: string): unknown {
  try {
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
