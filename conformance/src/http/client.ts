import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Answer } from './answer.js';
import type { Request, TokenName } from './request.js';

export type Tokens = Readonly<Partial<Record<TokenName, string>>>;

/** No answer came: the deployment is not there, or too slow. */
export class NotReachedError extends Error {}

const PATIENCE_MS = 30_000;
/** How often a request is sent again that was told to come back later. */
const ATTEMPTS = 5;
const TOO_MANY_REQUESTS = 429;

/** Sends requests to a deployment. Every one has a request id of its own. */
export class Client {
  private readonly baseUrl: string;

  constructor(
    baseUrl: string,
    readonly tokens: Tokens,
  ) {
    this.baseUrl = baseUrl.replace(/\/+$/, '');
  }

  /**
   * Waits where the deployment limits the rate of requests.
   * @throws NotReachedError
   */
  async send(request: Request): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.sendOnce(request);
      if (answer.status !== TOO_MANY_REQUESTS || attempt === ATTEMPTS) return answer;
      await wait(1_000 * Math.min(Number(answer.headers.get('retry-after') ?? 1), 60));
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
      signal: AbortSignal.timeout(PATIENCE_MS),
    };
  }

  /** An answer counts once its body is there. */
  private async exchange(request: Request, requestId: string) {
    const url = this.baseUrl + request.path;
    const sent = this.sent(request, requestId);
    try {
      const response = await fetch(url, sent);
      const { status, headers } = response;
      return { status, headers, text: await response.text() };
    } catch (error) {
      throw new NotReachedError(`${request.method} ${url} was not answered`, { cause: error });
    }
  }
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
