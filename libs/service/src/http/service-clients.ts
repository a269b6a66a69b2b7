import type { ServiceName } from '@ndx/contracts';
import type { ClockMetrics } from '@ndx/telemetry';
import { ServiceClient } from './service-client.js';

/** Longer than a called service may be blocked, so that its watchdog tells which call blocked it. */
const TIMEOUT_MS = 13_000;

/** A client for each service in the declaration. */
export class ServiceClients {
  private readonly clients: ReadonlyMap<ServiceName, ServiceClient>;

  constructor(addresses: ReadonlyMap<ServiceName, string>, clocks?: ClockMetrics) {
    this.clients = new Map(
      [...addresses].map(([name, url]) => [name, new ServiceClient(name, url, clocks, TIMEOUT_MS)]),
    );
  }

  to(service: ServiceName): ServiceClient {
    const client = this.clients.get(service);
    if (!client) throw new Error(`the service does not declare that it calls ${service}`);
    return client;
  }

  async close(): Promise<void> {
    await Promise.all([...this.clients.values()].map((client) => client.close()));
  }
}
