import type { Operation } from '../operation/operation.js';
import { ReadAs } from './read-shape.js';
import { Omittable, together, ValueThat } from './shapes.js';

const DESCRIPTION =
  'Validates the request as a real one and stores nothing. The response has no ids, and an `Idempotency-Key` is ignored.';

/** A boolean query parameter; other texts are left for the rule to reject. */
function Flag(name: string, description: string): PropertyDecorator {
  const schema = { type: 'boolean', description };
  return together(
    ReadAs((value) => (value === 'true' || value === 'false' ? value === 'true' : value)),
    ValueThat(name, (value) => typeof value === 'boolean', 'must be true or false', schema),
  );
}

/** The query of an operation that can be validated without being executed (decision 0079). */
export class DryRunQuery {
  @Omittable()
  @Flag('dryRun', DESCRIPTION)
  readonly dry_run: boolean = false;
}

/** Whether a request, whose query is not validated yet, asks for a dry run of the operation. */
export function isDryRun({ request }: Operation, query: unknown): boolean {
  if (request.query !== DryRunQuery || typeof query !== 'object' || query === null) return false;
  return 'dry_run' in query && query.dry_run === 'true';
}
