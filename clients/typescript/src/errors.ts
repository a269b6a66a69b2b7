import type { ErrorEnvelope, ItemError } from './generated/types.gen.js';

/** A stable error code (contract 7.2); undefined where the response has none. */
export type NdxErrorCode = ErrorEnvelope['error_code'];

/** A stable reason, more precise than the code; new ones can appear. */
export type NdxReason = ErrorEnvelope['reason'];

interface ErrorBody {
  readonly detail?: unknown;
  readonly error_code?: NdxErrorCode;
  readonly reason?: NdxReason;
  readonly request_id?: string;
  readonly errors?: readonly ItemError[];
}

/** The network rejected the request (contract 7). Branch on `reason`, `code` and `status`, never on `detail`. */
export class NdxError extends Error {
  /** Identifies the class of the error in logs. */
  override readonly name = 'NdxError';

  private constructor(
    /** The status of the response, 400 or higher. */
    readonly status: number,
    /** The message of the network, for people; it is not stable. */
    readonly detail: string,
    private readonly body: ErrorBody,
    /** `X-Request-Id`: identifies the request in the logs of the network. */
    readonly requestId: string | undefined,
    /** Seconds after which a rate-limited request may be repeated. */
    readonly retryAfter: number | undefined,
  ) {
    const category = [status, body.error_code, body.reason].filter(Boolean).join(' ');
    super(`${category}: ${detail} (request ${requestId ?? 'unknown'})`);
  }

  /** The code of the error table (contract 7.2). */
  get code(): NdxErrorCode | undefined {
    return this.body.error_code;
  }

  /** Undefined for a malformed request (422) and for an error of authentication (401, 403, 500). */
  get reason(): NdxReason | undefined {
    return this.body.reason;
  }

  /** Itemized errors of an operation that validates several things. */
  get errors(): readonly ItemError[] {
    return this.body.errors ?? [];
  }

  /**
   * The error that a response states.
   * @param body the parsed body, or its text when it is not JSON (a proxy in between answered)
   */
  static from(response: Response, body: unknown): NdxError {
    const parsed: ErrorBody = typeof body === 'object' && body !== null ? body : {};
    const { detail = body } = parsed;
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    return new NdxError(
      response.status,
      typeof detail === 'string' ? detail : JSON.stringify(detail),
      parsed,
      parsed.request_id ?? response.headers.get('x-request-id') ?? undefined,
      Number.isFinite(seconds) ? seconds : undefined,
    );
  }
}

/** No response arrived, after the configured number of attempts; the request may have been processed. */
export class NdxConnectionError extends Error {
  /** Identifies the class of the error in logs. */
  override readonly name = 'NdxConnectionError';
}
