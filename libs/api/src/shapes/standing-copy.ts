import { AGGREGATES } from '@ndx/contracts';
import * as wire from './wire.js';

/** Where a subscriber's copy of an aggregate stands, and the event that brought it there. */
export const CopyPlace = wire.record('CopyPlace', {
  key: wire.text,
  revision: wire.count,
  event_id: wire.uuid,
});

/** A copy of an aggregate that the calling service owns. */
export const StandingCopy = wire.record('StandingCopy', {
  aggregate: wire.oneOf(AGGREGATES),
  key: wire.text,
  revision: wire.count,
  event_id: wire.nullable(wire.uuid),
  state: wire.anyObject,
  refused_event_id: wire.nullable(wire.uuid),
});
