import { answerOf, SIGNATURE_HEADER, type Answer } from './answer.js';
import { NdxConnectionError, NdxError } from './errors.js';
import { createClient } from './generated/client/index.js';
import * as generated from './generated/sdk.gen.js';
import { retryingFetch, type RetryingFetchOptions } from './http/retrying-fetch.js';

export interface NdxClientOptions extends RetryingFetchOptions {
  /** The address of the gateway, for example `https://exchange.example`. */
  readonly baseUrl: string;
}

type Operations = typeof generated;
type Operation = Operations[keyof Operations];

/** The members of a request that the caller sets. */
type RequestMember = 'body' | 'path' | 'query' | 'headers' | 'signal';
type RequestOf<Options> = Pick<NonNullable<Options>, RequestMember & keyof NonNullable<Options>>;
type Parameters_<Options> = undefined extends Options
  ? [request?: RequestOf<Options>]
  : [request: RequestOf<Options>];

type BodyOf<Result> = Result extends { readonly data: infer Data } ? NonVoid<Data> : never;
/** A 204 has no body. */
type NonVoid<Data> = Data extends unknown ? (undefined extends Data ? undefined : Data) : never;
/** `undefined` stands for "failed" in the generated result; a failure is thrown here. */
type DataOf<O extends Operation> = BodyOf<Extract<Awaited<ReturnType<O>>, { error: undefined }>>;

/**
 * One method for each operation of the OpenAPI document, named by its `operationId`.
 * A method resolves to an `Answer`. It throws `NdxError` when the network rejects the request and
 * `NdxConnectionError` when no response arrives.
 */
type NdxOperations = {
  readonly [Name in keyof Operations]: (
    ...request: Parameters_<Parameters<Operations[Name]>[0]>
  ) => Promise<Answer<DataOf<Operations[Name]>>>;
};

export type NdxClient = NdxOperations & {
  /**
   * Why a query was answered as it was: the body of `explainQuery`.
   * @param queryEventId the `queryEventId` of the answer, which is its `X-Ref-Id`
   */
  readonly why: (queryEventId: string) => Promise<DataOf<Operations['explainQuery']>>;
};

/** Creates a client of one institution's account. */
export function createNdxClient({ baseUrl, ...options }: NdxClientOptions): NdxClient {
  const texts = new WeakMap<Response, Promise<string>>();
  const client = createClient({ baseUrl, throwOnError: true, fetch: asFetch(options, texts) });
  client.interceptors.error.use((error: unknown, response: Response | undefined) =>
    response === undefined || error instanceof NdxConnectionError
      ? error
      : NdxError.from(response, error),
  );
  const methods = Object.entries(generated).map(([name, operation]) => [
    name,
    async (request: object = {}) => {
      const call = operation as (options: object) => Promise<{ data: unknown; response: Response }>;
      const { data, response } = await call({ ...request, client });
      if (!isAnswer(response)) throw NdxError.from(response, 'not JSON; check the base URL');
      return answerOf(response, data, await texts.get(response));
    },
  ]);
  const operations = Object.fromEntries(methods) as NdxOperations;
  return {
    ...operations,
    async why(queryEventId) {
      const path = { query_event_id: queryEventId };
      return (await operations.explainQuery({ path })).data;
    },
  };
}

/** Every success of the network is JSON, a file or a 204; another server at the address answers pages. */
function isAnswer({ status, headers }: Response): boolean {
  return status === 204 || /\b(?:json|zip)\b/.test(headers.get('content-type') ?? '');
}

/**
 * The generated client passes a `Request`, and parses the body.
 * @param texts gets the bodies of signed answers
 */
function asFetch(
  options: RetryingFetchOptions,
  texts: WeakMap<Response, Promise<string>>,
): typeof fetch {
  const send = retryingFetch(options);
  return async (input, init) => {
    const response = await send(new Request(input, init));
    if (response.headers.has(SIGNATURE_HEADER)) texts.set(response, response.clone().text());
    return response;
  };
}
