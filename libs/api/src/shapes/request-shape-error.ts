import { bounded, quoted } from '@ndx/contracts';

/** The part of a request that does not match the declared shape. */
export type RequestPart = 'body' | 'query' | 'path' | 'header';

/** A malformed request: a 422 with the short body, first error only (contract 7.4). */
export class RequestShapeError extends Error {
  /** `body -> consumer_consent_identity -> first_name: must be a string` */
  readonly detail: string;

  constructor(part: RequestPart, path: readonly string[], message: string) {
    const detail = bounded(`${[part, ...path.map(quoted)].join(' -> ')}: ${message}`);
    super(detail);
    this.name = 'RequestShapeError';
    this.detail = detail;
  }
}
