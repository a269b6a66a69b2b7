import { schemaFault, type AnswerOf, type InternalOperation, type RequestOf } from '@ndx/api';
import {
  DomainError,
  operationFailed,
  REASON_NAMES,
  type ErrorEnvelope,
  type ServiceName,
  quoted,
} from '@ndx/contracts';
import { Pool } from 'undici';
import {
  currentContext,
  REQUEST_ID_HEADER,
  addressOf,
  callInSpan,
  type ClockMetrics,
  type ServiceAddress,
} from '@ndx/telemetry';
import { CLOCK_HEADER } from './clock-header.js';
import { BlockedService, STUCK_HEADER } from './blocked-service.js';
import { PRINCIPAL_HEADER } from '../principal/signed-principal.js';

const TIMEOUT_MS = 5_000;

type BodyOf<O extends InternalOperation> =
  RequestOf<O> extends { readonly body: infer B } ? B : undefined;

interface Sending {
  /** Default: the principal of the current request. */
  readonly traceparent: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** Calls another service's `/internal` routes on behalf of the caller's principal (design 3). */
export class ServiceClient {
  private readonly pool: Pool;
  private readonly address: ServiceAddress;

  constructor(
    readonly service: ServiceName,
    baseUrl: string,
    private readonly clocks?: ClockMetrics,
    timeoutMs = TIMEOUT_MS,
  ) {
    this.address = addressOf(baseUrl);
    this.pool = new Pool(baseUrl, {
      connections: 32,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      connect: { timeout: TIMEOUT_MS },
    });
  }

  /**
   * Calls an internal operation and returns the answer, validated against the operation's
   * declaration. A 4xx of the other service is thrown as the same domain error.
   * @throws OPERATION_FAILED for any other answer, and for an invalid one
   */
  async call<O extends InternalOperation>(
    operation: O,
    { body }: { readonly body: BodyOf<O> },
    headers: Record<string, string> = {},
  ): Promise<AnswerOf<O>> {
    const { service, address } = this;
    const { method, path } = operation;
    const { status, text, isBlocked } = await callInSpan(
      { method, route: path, service, address },
      (traceparent) => this.send(path, JSON.stringify(body), { traceparent, headers }),
    );
    if (isBlocked) throw this.blocked();
    if (status >= 300) throw this.refusal(status, text);
    return this.checked(operation, status === 204 ? undefined : parseJson(text));
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  private checked<O extends InternalOperation>(operation: O, answer: unknown): AnswerOf<O> {
    const fault = schemaFault(operation.answer, answer);
    if (!fault) return answer as AnswerOf<O>;
    const field = fault.path.length === 0 ? 'the answer' : fault.path.join(' -> ');
    throw operationFailed(
      'service_unavailable',
      `the ${this.service} service answered ${quoted(operation.id)} with another shape: ${quoted(field)} ${quoted(fault.message)}`,
    );
  }

  private async send(
    path: string,
    body: string,
    { traceparent = currentContext().traceparent, headers }: Sending,
  ) {
    const context = currentContext();
    const before = Date.now();
    try {
      const response = await this.pool.request({
        method: 'POST',
        path,
        body,
        headers: {
          'content-type': 'application/json',
          ...(context.requestId && { [REQUEST_ID_HEADER]: context.requestId }),
          ...(traceparent && { traceparent }),
          ...(context.principalHeader && { [PRINCIPAL_HEADER]: context.principalHeader }),
          ...headers,
        },
      });
      this.observeClock(response.headers[CLOCK_HEADER], before);
      return {
        status: response.statusCode,
        text: await response.body.text(),
        isBlocked: response.headers[STUCK_HEADER] !== undefined,
      };
    } catch (error) {
      throw operationFailed(
        'service_unavailable',
        `the ${this.service} service cannot be reached`,
        error,
      );
    }
  }

  /** The answer of a proxy has no such header. */
  private observeClock(header: string | string[] | undefined, before: number): void {
    const readAt = Number(header);
    if (header === undefined || !Number.isFinite(readAt)) return;
    this.clocks?.observe(this.service, { readAt, before, after: Date.now() });
  }

  private blocked(): DomainError {
    const message = `a request blocked the ${this.service} service until its process was ended`;
    return operationFailed('service_unavailable', message, new BlockedService(message));
  }

  private refusal(status: number, text: string): DomainError {
    const envelope = parseEnvelope(text);
    if (envelope && status < 500) return new DomainError(envelope.reason, envelope.detail);
    return operationFailed(
      'service_unavailable',
      `the ${this.service} service answered ${status}`,
      text,
    );
  }
}

/** The envelope of an error; undefined for other bodies. */
function parseEnvelope(text: string): ErrorEnvelope | undefined {
  const parsed = parseJson(text);
  if (typeof parsed !== 'object' || parsed === null || !('reason' in parsed)) return undefined;
  return REASON_NAMES.some((reason) => reason === parsed.reason)
    ? (parsed as ErrorEnvelope)
    : undefined;
}

/** Undefined for a body that is not JSON, such as the page of a proxy. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
