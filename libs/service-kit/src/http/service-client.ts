import { DomainError, operationFailed, type ErrorEnvelope, type ServiceName } from '@ndx/contracts';
import { Pool } from 'undici';
import { currentContext } from '../context/request-context.js';
import { REQUEST_ID_HEADER } from '../context/request-id.js';
import { PRINCIPAL_HEADER } from '../principal/signed-principal.js';

const TIMEOUT_MS = 5_000;

/** Calls another service's `/internal` routes with the caller's principal passed on (design 3). */
export class ServiceClient {
  private readonly pool: Pool;

  constructor(
    readonly service: ServiceName,
    baseUrl: string,
  ) {
    this.pool = new Pool(baseUrl, {
      connections: 32,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      connect: { timeout: TIMEOUT_MS },
    });
  }

  /**
   * Posts JSON and returns the answer. A refusal of the other service (4xx) is thrown as the
   * domain error that it is; anything else is `OPERATION_FAILED`.
   */
  async post<T>(
    path: `/internal/${string}`,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<T> {
    const { statusCode, text } = await this.send(path, JSON.stringify(body), headers);
    if (statusCode === 204) return undefined as T;
    if (statusCode < 300) return JSON.parse(text) as T;
    throw this.refusal(statusCode, text);
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  private async send(path: string, body: string, headers: Record<string, string>) {
    const context = currentContext();
    try {
      const response = await this.pool.request({
        method: 'POST',
        path,
        body,
        headers: {
          'content-type': 'application/json',
          ...(context.requestId && { [REQUEST_ID_HEADER]: context.requestId }),
          ...(context.traceparent && { traceparent: context.traceparent }),
          ...(context.principalHeader && { [PRINCIPAL_HEADER]: context.principalHeader }),
          ...headers,
        },
      });
      return { statusCode: response.statusCode, text: await response.body.text() };
    } catch (error) {
      throw operationFailed(`the ${this.service} service cannot be reached`, error);
    }
  }

  private refusal(statusCode: number, text: string): DomainError {
    const envelope = parseEnvelope(text);
    if (envelope && statusCode < 500) return new DomainError(envelope.error_code, envelope.detail);
    return operationFailed(`the ${this.service} service answered ${statusCode}`, text);
  }
}

/** The envelope of a refusal; undefined for anything that is none. */
function parseEnvelope(text: string): ErrorEnvelope | undefined {
  const parsed = parseJson(text);
  return typeof parsed === 'object' && parsed !== null && 'error_code' in parsed
    ? (parsed as ErrorEnvelope)
    : undefined;
}

/** Undefined for what is not JSON, such as a page of some proxy in between. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
