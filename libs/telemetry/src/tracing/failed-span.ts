import { SpanStatusCode, type Span } from '@opentelemetry/api';

/** A code or a name; other texts of an error may contain input of a caller. */
const TELLING = /^\w{1,64}$/;

/** Marks a span as failed, with the code or the class of the error but not its message. */
export function fail(span: Span, error: unknown): void {
  failWith(span, errorType(error));
}

/** Marks a span as failed. @param type one of few, such as a status or an SQLSTATE */
export function failWith(span: Span, type: string): void {
  span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
}

/** The code of an error, else its class. */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return '_OTHER';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return TELLING.test(code) ? code : '_OTHER';
}
