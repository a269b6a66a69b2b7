import { AGGREGATES } from '@ndx/contracts';
import * as wire from './wire.js';

/** The state of a subscriber's copy of an aggregate. */
const place = {
  key: wire.text,
  revision: wire.count,
  event_id: wire.nullable(wire.uuid),
};

export const CopyPlace = wire.record('CopyPlace', place);

/** A copy of an aggregate that the calling service owns. */
export const StandingCopy = wire.record('StandingCopy', {
  aggregate: wire.oneOf(AGGREGATES),
  ...place,
  state: wire.anyObject,
  refused_event_id: wire.nullable(wire.uuid),
});
