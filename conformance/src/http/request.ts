/** The token of a request; `nobody` sends none. */
export const TOKEN_NAMES = [
  'own',
  'other',
  'unprivileged',
  'stranger',
  'expired',
  'foreign',
] as const;

export type TokenName = (typeof TOKEN_NAMES)[number];

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';

export interface Request {
  readonly method: Method;
  /** The path with its query, relative to the base address. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent unchanged, in place of a JSON body. */
  readonly text?: string;
  /** Default: `own`. */
  readonly as?: TokenName | 'nobody';
  readonly headers?: Readonly<Record<string, string>>;
}

type Rest = Omit<Request, 'method' | 'path' | 'body'>;

export function get(path: string, rest: Rest = {}): Request {
  return { method: 'GET', path, ...rest };
}

export function post(path: string, body?: unknown, rest: Rest = {}): Request {
  return { method: 'POST', path, ...(body !== undefined && { body }), ...rest };
}

export function put(path: string, body: unknown, rest: Rest = {}): Request {
  return { method: 'PUT', path, body, ...rest };
}

export function del(path: string, rest: Rest = {}): Request {
  return { method: 'DELETE', path, ...rest };
}

/** The request with changed members in its body. */
export function withBody(request: Request, change: object): Request {
  return { ...request, body: { ...(request.body as object), ...change } };
}

/** `/path?name=value`, without the parameters that are undefined. */
export function withQuery(
  path: string,
  parameters: Readonly<Record<string, string | number | undefined>>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}
