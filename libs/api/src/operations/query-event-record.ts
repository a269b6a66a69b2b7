import { QueryExecuted, type QueryEvent } from '@ndx/contracts';
import Type from 'typebox';

/** An event as on the bus, limited to the members visible to the reader. */
export const QueryEventRecord = Type.Unsafe<QueryEvent>({
  ...QueryExecuted.schema,
  title: 'QueryEvent',
});
