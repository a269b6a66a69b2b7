/** Which part of a request does not have the shape that the endpoint declares. */
export type RequestPart = 'body' | 'query' | 'path' | 'header';

/**
 * The request's shape is wrong: answered with 422 and the short body, first error only
 * (contract 7.4).
 */
export class RequestShapeError extends Error {
  /** `body -> consumer_consent_identity -> first_name: must be a string` */
  readonly detail: string;

  constructor(part: RequestPart, path: readonly string[], message: string) {
    const detail = `${[part, ...path].join(' -> ')}: ${message}`;
    super(detail);
    this.name = 'RequestShapeError';
    this.detail = detail;
  }
}
