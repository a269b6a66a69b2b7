import { AGGREGATES } from '@ndx/contracts';
import * as wire from './wire.js';

/** The revision of a row, and the event that brought it there. */
export const RowVersion = wire.record('RowVersion', {
  key: wire.text,
  revision: wire.count,
  event_id: wire.uuid,
});

/** The row of an aggregate that the calling service owns. */
export const ReadModelRow = wire.record('ReadModelRow', {
  aggregate: wire.oneOf(AGGREGATES),
  key: wire.text,
  revision: wire.count,
  event_id: wire.nullable(wire.uuid),
  state: wire.anyObject,
  refused_event_id: wire.nullable(wire.uuid),
});
