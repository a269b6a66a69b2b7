/** The result of a successful call. */
export interface Answer<Data> {
  /** The body; undefined for a 204, a query without a result. */
  readonly data: Data;
  /** 200 or 204. */
  readonly status: number;
  /** `X-Request-Id`: identifies the request in the logs of the network. */
  readonly requestId: string | undefined;
  /** `X-Ref-Id`: the query event of a query, on 200 and 204 (contract 4.5). */
  readonly queryEventId: string | undefined;
  /** Whether the server repeated the stored response of an earlier request with the same key. */
  readonly isReplayed: boolean;
}

/** Reads the metadata of a response; the body was read by the generated client. */
export function answerOf<Data>(response: Response, body: Data): Answer<Data | undefined> {
  const { status, headers } = response;
  return {
    // The generated client returns an empty object for a response without a body.
    data: status === 204 ? undefined : body,
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    queryEventId: headers.get('x-ref-id') ?? undefined,
    isReplayed: headers.get('idempotency-replayed') === 'true',
  };
}
