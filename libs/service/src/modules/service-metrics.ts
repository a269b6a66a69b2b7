import { WitnessMetrics } from '@ndx/audit';
import type { StatefulServiceName } from '@ndx/contracts';
import { MessagingMetrics } from '@ndx/messaging';
import { ReplicationMetrics } from '@ndx/replication';
import type { Registry } from 'prom-client';
import {
  ClockMetrics,
  DeliveryMetrics,
  HttpMetrics,
  PoolMetrics,
  WriteRefusals,
  addProcessMetrics,
} from '@ndx/telemetry';
import { directTargets } from '../definition/service-definition.js';

/** The common metrics of every service; they are declared here, and updated elsewhere. */
export interface ServiceMetrics {
  readonly http: HttpMetrics;
  readonly pools: PoolMetrics;
  readonly clocks: ClockMetrics;
  readonly writeRefusals: WriteRefusals;
  readonly deliveries: DeliveryMetrics;
  readonly messaging: MessagingMetrics;
  readonly replication: ReplicationMetrics;
  readonly witness: WitnessMetrics;
}

/** Declares them on a registry. A service's own metrics are in its definition. */
export function serviceMetrics(registry: Registry, service: StatefulServiceName): ServiceMetrics {
  addProcessMetrics(registry);
  return {
    http: new HttpMetrics(registry),
    pools: new PoolMetrics(registry),
    clocks: new ClockMetrics(registry),
    writeRefusals: new WriteRefusals(registry),
    deliveries: new DeliveryMetrics(registry, directTargets(service)),
    messaging: new MessagingMetrics(registry),
    replication: new ReplicationMetrics(registry),
    witness: new WitnessMetrics(registry),
  };
}
