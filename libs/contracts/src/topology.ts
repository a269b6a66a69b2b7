/**
 * The topology: every process of the system, declared once. The launcher, compose and the
 * Kubernetes manifests agree with this table; nothing else lists the services.
 */
export const SERVICES = {
  gateway: { port: 8080, owns: [] },
  entity: { port: 8081, owns: ['database', 'topic'] },
  consent: { port: 8082, owns: ['database', 'topic'] },
  policy: { port: 8083, owns: ['database', 'topic'] },
  attestation: { port: 8084, owns: ['database', 'topic'] },
  furnishing: { port: 8085, owns: ['database', 'topic'] },
  'product-query': { port: 8086, owns: ['database', 'topic'] },
} as const satisfies Record<string, { port: number; owns: readonly ('database' | 'topic')[] }>;

export type ServiceName = keyof typeof SERVICES;

/** The services that keep a database and publish events: all but the gateway. */
export type StatefulServiceName = Exclude<ServiceName, 'gateway'>;

export const SERVICE_NAMES = Object.keys(SERVICES) as readonly ServiceName[];

export const STATEFUL_SERVICE_NAMES = SERVICE_NAMES.filter(
  (name): name is StatefulServiceName => name !== 'gateway',
);

/** The name of a service's environment variable, e.g. `PRODUCT_QUERY_URL`. */
export function serviceVariable(service: ServiceName, suffix: 'URL' | 'DATABASE_URL'): string {
  return `${service.toUpperCase().replaceAll('-', '_')}_${suffix}`;
}

/** Only product-query's topic has another name: it is the feed that billing reads. */
const TOPICS: Record<StatefulServiceName, string> = {
  entity: 'entity.events',
  consent: 'consent.events',
  policy: 'policy.events',
  attestation: 'attestation.events',
  furnishing: 'furnishing.events',
  'product-query': 'query.events',
};

/** The topic that a service publishes its events to. */
export function topicOf(service: StatefulServiceName): string {
  return TOPICS[service];
}

export const ALL_TOPICS: readonly string[] = Object.values(TOPICS);
