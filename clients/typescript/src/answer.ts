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
  /** The answer of a query as an archive keeps it; undefined for other answers. */
  readonly signed: SignedAnswer | undefined;
  /** Whether the server repeated the stored response of an earlier request with the same key. */
  readonly isReplayed: boolean;
}

/** A body, byte for byte, and its signature, which anyone can verify with the published keys. */
export interface SignedAnswer {
  /** The body as received. */
  readonly body: string;
  /** `Answer-Signature`: a JWS over the digest of the body. */
  readonly signature: string;
}

/** Reads the metadata of a response. @param text the body of a signed answer */
export function answerOf<Data>(
  { status, headers }: Response,
  data: Data,
  text?: string,
): Answer<Data> {
  const signature = headers.get('answer-signature');
  return {
    data,
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    queryEventId: headers.get('x-ref-id') ?? undefined,
    signed: signature !== null && text !== undefined ? { body: text, signature } : undefined,
    isReplayed: headers.get('idempotency-replayed') === 'true',
  };
}
