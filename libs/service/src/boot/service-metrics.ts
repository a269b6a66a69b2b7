import type { StatefulServiceName } from '@ndx/contracts';
import { MessagingMetrics } from '@ndx/messaging';
import type { Registry } from 'prom-client';
import {
  ClockMetrics,
  DeliveryMetrics,
  HttpMetrics,
  PoolMetrics,
  WriteRefusals,
  addProcessMetrics,
} from '@ndx/telemetry';
import { directTargets } from './service-definition.js';

/** The figures that every service has; they are declared here, and measured where things happen. */
export interface ServiceMetrics {
  readonly http: HttpMetrics;
  readonly pools: PoolMetrics;
  readonly clocks: ClockMetrics;
  readonly writeRefusals: WriteRefusals;
  readonly deliveries: DeliveryMetrics;
  readonly messaging: MessagingMetrics;
}

/** Declares them on a registry. Those of a service's own are in its definition. */
export function serviceMetrics(registry: Registry, service: StatefulServiceName): ServiceMetrics {
  addProcessMetrics(registry);
  return {
    http: new HttpMetrics(registry),
    pools: new PoolMetrics(registry),
    clocks: new ClockMetrics(registry),
    writeRefusals: new WriteRefusals(registry),
    deliveries: new DeliveryMetrics(registry, directTargets(service)),
    messaging: new MessagingMetrics(registry),
  };
}
