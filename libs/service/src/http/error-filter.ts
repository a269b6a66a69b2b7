import {
  bounded,
  DomainError,
  withoutSecrets,
  type ErrorEnvelope,
  type ItemError,
  type Reason,
  type ShortError,
} from '@ndx/contracts';
import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { QueryFailedError } from 'typeorm';
import { isUniqueViolation, writeRefusalOf } from '@ndx/postgres';
import { logFields, type WriteRefusals } from '@ndx/telemetry';
import { RequestShapeError } from '@ndx/api';
import { BlockedService, STUCK_HEADER } from './blocked-service.js';
import { SuspendedAccountError } from '../callers/caller-state.js';

export interface ErrorAnswer {
  readonly status: number;
  readonly body: ErrorEnvelope | ShortError;
}

/** Errors that Fastify raises before a handler runs, in the words of the contract. */
const FASTIFY_ERRORS: Record<string, () => Error> = {
  FST_ERR_CTP_INVALID_JSON_BODY: () => new RequestShapeError('body', [], 'is not valid JSON'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new RequestShapeError('body', [], 'must not be empty'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new RequestShapeError('body', [], 'must be sent as application/json'),
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new DomainError('body_too_large', 'the request body is too large'),
};

/** Errors of Nest, Fastify and plugins, by their status. */
const HTTP_REASONS: Record<number, Reason> = {
  400: 'invalid_http',
  401: 'principal_missing',
  403: 'permission_missing',
  404: 'unknown_path',
  409: 'concurrent_request',
  413: 'body_too_large',
};

/** Converts any error to the contract's status and body (contract 7.1 to 7.5). */
export function answerFor(error: unknown, requestId: string | undefined): ErrorAnswer {
  const known = recognise(error);
  if (known instanceof RequestShapeError) {
    return { status: 422, body: { detail: withoutSecrets(known.detail) } };
  }
  if (known instanceof SuspendedAccountError) {
    return { status: known.status, body: { detail: known.message } };
  }
  const { status, code, reason, errors } = known;
  // The message can contain request data, and the receiver may log it.
  const message = withoutSecrets(known.message);
  return {
    status,
    body: {
      detail: message,
      error_code: code,
      reason,
      request_id: requestId,
      ...(errors && { errors: errors.map(shown) }),
    },
  };
}

function shown({ code, path, detail }: ItemError): ItemError {
  return {
    ...(code !== undefined && { code }),
    ...(path !== undefined && { path: bounded(withoutSecrets(path)) }),
    detail: bounded(withoutSecrets(detail)),
  };
}

function recognise(error: unknown): RequestShapeError | SuspendedAccountError | DomainError {
  if (error instanceof RequestShapeError || error instanceof DomainError) return error;
  if (error instanceof SuspendedAccountError) return error;
  // Nest wraps errors that Fastify raised before a handler ran.
  const raised = error instanceof HttpException ? (error.cause ?? error) : error;
  const early = FASTIFY_ERRORS[codeOf(raised)]?.();
  if (early instanceof RequestShapeError || early instanceof DomainError) return early;
  if (raised instanceof SyntaxError) return new RequestShapeError('body', [], 'is not valid JSON');
  if (error instanceof QueryFailedError && isUniqueViolation(error)) {
    return new DomainError(
      'already_exists',
      'the resource already exists, or another request changed it',
      {
        cause: error,
      },
    );
  }
  const reason = HTTP_REASONS[statusOf(error) ?? 0];
  if (reason === 'unknown_path') return new DomainError(reason, 'no such resource');
  if (reason !== undefined && error instanceof Error) return new DomainError(reason, error.message);
  return new DomainError('internal_error', 'an unexpected error occurred', { cause: error });
}

/** The status that Nest, Fastify or a plugin sets on an error. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined;
  return typeof error.statusCode === 'number' ? error.statusCode : undefined;
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** Whether a call of another service blocked that; the gateway counts it for the sender. */
function isOfBlockedService(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof BlockedService || isOfBlockedService(error.cause);
}

/** The one place where an error becomes an HTTP response. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly logger: Logger,
    private readonly writeRefusals?: WriteRefusals,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const refusal = writeRefusalOf(error);
    if (refusal) this.writeRefusals?.count(refusal);
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const { status, body } = answerFor(error, request.context?.requestId);
    if (status >= 500) {
      this.logger.error(
        { err: error, ...logFields(request.context ?? {}), url: request.routeOptions.url },
        body.detail,
      );
    }
    if (request.context && 'error_code' in body) {
      const { error_code: code, reason } = body;
      request.context = { ...request.context, rejection: { code, reason } };
    }
    const reply = http.getResponse<FastifyReply>();
    if (isOfBlockedService(error)) void reply.header(STUCK_HEADER, '1');
    if (status === 401) void reply.header('www-authenticate', 'Bearer');
    void reply.status(status).type('application/json').send(body);
  }
}
