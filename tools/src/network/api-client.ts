import { createNdxClient, type NdxClient } from '@ndx/client';

/** The response, whatever its status: the caller checks it. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined for an empty body. */
  readonly body: unknown;
}

/** The connection broke before a response: the request may or may not have had an effect. */
export class NotAnsweredError extends Error {}

/** Called with every response, before the caller gets it. */
export type AnswerObserver = (method: string, path: string, answer: ApiAnswer) => void;

/** Calls the exchange over HTTP like an institution. */
export class ApiClient {
  constructor(
    private readonly baseUrl: string,
    private readonly token: () => Promise<string>,
    private readonly observe: AnswerObserver = () => undefined,
  ) {}

  /** The published client of the same institution. */
  sdk(): NdxClient {
    return createNdxClient({ baseUrl: this.baseUrl, token: this.token });
  }

  get(path: string): Promise<ApiAnswer> {
    return this.send('GET', path);
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<ApiAnswer> {
    return this.send('POST', path, body, headers);
  }

  put(path: string, body: unknown): Promise<ApiAnswer> {
    return this.send('PUT', path, body);
  }

  delete(path: string): Promise<ApiAnswer> {
    return this.send('DELETE', path);
  }

  private async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer> {
    const response = await this.fetch(path, {
      method,
      headers: {
        authorization: `Bearer ${await this.token()}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer: ApiAnswer = {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
    };
    this.observe(method, path, answer);
    return answer;
  }

  private async fetch(path: string, request: RequestInit): Promise<Response> {
    try {
      return await fetch(new URL(path, this.baseUrl), request);
    } catch (error) {
      throw new NotAnsweredError(`${request.method ?? 'GET'} ${path} was not answered`, {
        cause: error,
      });
    }
  }
}

/** A token from the local identity provider, renewed well before it expires. */
export function tokenOf(tokenUrl: string, account: string): () => Promise<string> {
  let current: { readonly token: string; readonly renewAt: number } | undefined;
  return async () => {
    if (current && current.renewAt > Date.now()) return current.token;
    const response = await fetch(tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({ account }),
    });
    if (!response.ok) throw new Error(`no token for ${account}: ${await response.text()}`);
    const { access_token: token, expires_in: seconds } = (await response.json()) as {
      access_token: string;
      expires_in: number;
    };
    current = { token, renewAt: Date.now() + (seconds * 1_000) / 2 };
    return token;
  };
}
