import { NO_RESULT_REASONS, QueryEvent, QueryExecuted } from '@ndx/contracts';
import Type from 'typebox';
import * as wire from '../shapes/wire.js';

/** An event as on the bus, limited to the members visible to the reader. */
export const QueryEventRecord = Type.Unsafe<QueryEvent>({
  ...QueryExecuted.schema,
  title: 'QueryEvent',
});

/** An event, and why it has no result. */
export const ListedQueryEvent = wire.record('ListedQueryEvent', {
  ...QueryEvent.properties,
  reason: wire.nullable(wire.oneOf(NO_RESULT_REASONS)),
});
