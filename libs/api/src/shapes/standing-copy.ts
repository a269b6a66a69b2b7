import { AGGREGATES } from '@ndx/contracts';
import * as wire from './wire.js';

/** Where a subscriber's copy of an aggregate stands. */
const place = {
  key: wire.text,
  revision: wire.count,
  event_id: wire.nullable(wire.uuid),
};

export const CopyPlace = wire.record('CopyPlace', place);

/** A copy as it stands, of an aggregate of the service that asks. */
export const StandingCopy = wire.record('StandingCopy', {
  aggregate: wire.oneOf(AGGREGATES),
  ...place,
  state: wire.anyObject,
  refused_event_id: wire.nullable(wire.uuid),
});
