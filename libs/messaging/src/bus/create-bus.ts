import { EmbeddedBus } from './embedded/embedded-bus.js';
import type { EmbeddedBusOptions } from './embedded/embedded-bus-options.js';
import { KafkaBus, type KafkaBusOptions } from './kafka/kafka-bus.js';
import type { EventBus } from './port.js';

export type BusOptions =
  | ({ readonly kind: 'embedded' } & EmbeddedBusOptions)
  | ({ readonly kind: 'kafka' } & KafkaBusOptions);

/** The configured bus of a process (design 4). Does not connect yet. */
export function createBus(options: BusOptions): EventBus {
  return options.kind === 'kafka' ? new KafkaBus(options) : new EmbeddedBus(options);
}
