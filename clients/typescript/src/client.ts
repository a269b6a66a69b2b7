import type { Answer } from './answer.js';
import * as generated from './generated/sdk.gen.js';
import { retryingFetch, type RetryingFetchOptions } from './http/retrying-fetch.js';
import { operationClient, type Method, type OperationRequest } from './operation-client.js';

/** The network, the account and the behaviour of a client. */
export interface NdxClientOptions extends RetryingFetchOptions {
  /** The address of the gateway, for example `https://exchange.example`. */
  readonly baseUrl: string;
}

type Operations = typeof generated;
type Operation = Operations[keyof Operations];

/** The members of a request that the caller sets. */
type RequestMember = 'body' | 'path' | 'query' | 'headers' | 'signal';
type RequestOf<Options> = Pick<Options, RequestMember & keyof Options>;
type Parameters_<Request> =
  Partial<Request> extends Request ? [request?: Request] : [request: Request];

type BodyOf<Result> = Result extends { readonly data: infer Data } ? NonVoid<Data> : never;
/** A 204 has no body. */
type NonVoid<Data> = Data extends unknown ? (undefined extends Data ? undefined : Data) : never;
/** `undefined` stands for "failed" in the generated result; a failure is thrown here. */
type DataOf<O extends Operation> = BodyOf<Extract<Awaited<ReturnType<O>>, { error: undefined }>>;

/** Each operation of the OpenAPI document. */
type NdxOperations = {
  readonly [Name in keyof Operations]: (
    ...request: Parameters_<RequestOf<Parameters<Operations[Name]>[0]>>
  ) => Promise<Answer<DataOf<Operations[Name]>>>;
};

/** A request to an operation that the client may not know. */
export interface NdxRequest {
  /** The HTTP method. */
  readonly method: Method;
  /** With its query, for example `/v1/networks?limit=10`. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: object | undefined;
  /** Further headers; `Idempotency-Key` replaces the random key of a POST. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Aborts the request and its retries. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * One method for each operation of the OpenAPI document, named by its `operationId`. A method takes the
 * `path`, `query`, `headers` and `body` of the document and a `signal`, and resolves to an `Answer`. It
 * throws `NdxError` when the network rejects the request (contract 7), `NdxConnectionError` when no
 * response arrives, and the reason of the signal when it is aborted.
 */
export type NdxClient = NdxOperations & {
  /** Sends a request as the methods of operations do, with the token, a key and retries. */
  readonly request: (request: NdxRequest) => Promise<Answer<unknown>>;
  /**
   * Why a query was answered as it was: the body of `explainQuery`.
   * @param queryEventId the `queryEventId` of the answer, which is its `X-Ref-Id`
   */
  readonly why: (
    queryEventId: string,
    options?: { readonly signal?: AbortSignal },
  ) => Promise<DataOf<Operations['explainQuery']>>;
};

/**
 * Creates a client of one institution's account. It sends nothing until a method is called.
 * @param options the address of the gateway, the token and how requests are sent
 */
export function createNdxClient({ baseUrl, ...options }: NdxClientOptions): NdxClient {
  const send = operationClient(baseUrl, retryingFetch(options));
  const client = {
    get: (request: OperationRequest) => send('GET', request),
    post: (request: OperationRequest) => send('POST', request),
    put: (request: OperationRequest) => send('PUT', request),
    delete: (request: OperationRequest) => send('DELETE', request),
  };
  const methods = Object.entries(generated).map(([name, operation]) => {
    const call = operation as (request: object) => Promise<unknown>;
    return [name, async (request: object = {}) => call({ ...request, client })];
  });
  const operations = Object.fromEntries(methods) as NdxOperations;
  return {
    ...operations,
    request({ method, path: url, headers = {}, signal = null, body }) {
      return send(method, { url, headers, signal, body });
    },
    async why(queryEventId, options) {
      const path = { query_event_id: queryEventId };
      return (await operations.explainQuery({ path, ...options })).data;
    },
  };
}
