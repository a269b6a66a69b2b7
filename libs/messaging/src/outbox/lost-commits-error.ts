import { DomainError } from '@ndx/contracts';

/** The database of the writer lost commits, so the response of the request is wrong. */
export class LostCommitsError extends DomainError {
  constructor(detail: string) {
    super('service_unavailable', detail);
  }
}
