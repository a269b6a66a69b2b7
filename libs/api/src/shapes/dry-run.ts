import type { Operation } from '../operation/operation.js';
import { Omittable, QueryFlag } from './shapes.js';

const DESCRIPTION =
  'Validates the request as a real one and stores nothing. The response has no ids, and an `Idempotency-Key` is ignored.';

/** The query of an operation that can be validated without being executed (decision 0079). */
export class DryRunQuery {
  @Omittable()
  @QueryFlag('dryRun', DESCRIPTION)
  readonly dry_run: boolean = false;
}

/** Whether a request, whose query is not validated yet, asks for a dry run of the operation. */
export function isDryRun({ request }: Operation, query: unknown): boolean {
  if (request.query !== DryRunQuery || typeof query !== 'object' || query === null) return false;
  return 'dry_run' in query && query.dry_run === 'true';
}
