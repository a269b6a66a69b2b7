/**
 * The topology: every process of the system, declared once. Types, the gateway's upstreams and the
 * local start read this table; compose, the Kubernetes manifests, the alerts and the examples for
 * operators are generated from it and from the declarations of each process (`npm run deployment`).
 *
 * `title` is the heading of the service's operations in the OpenAPI document. A process with a
 * `topic` has a database and publishes its events there; only product-query's topic has another
 * name than the service: it is the feed that billing reads. `keepHours` is the default retention of
 * a topic that no service reads; the others keep every event, because read models are rebuilt from
 * them (decision 0099).
 */
export const SERVICES = {
  gateway: { port: 8080, title: 'Status' },
  entity: { port: 8081, title: 'Networks and identities', topic: 'entity.events' },
  consent: { port: 8082, title: 'Consent', topic: 'consent.events' },
  policy: { port: 8083, title: 'Products and policies', topic: 'policy.events' },
  attestation: { port: 8084, title: 'Attestations', topic: 'attestation.events' },
  furnishing: { port: 8085, title: 'Furnishing', topic: 'furnishing.events' },
  'product-query': { port: 8086, title: 'Queries', topic: 'query.events', keepHours: 720 },
} as const satisfies Record<string, Process>;

interface Process {
  /** The port unless `PORT` is set. */
  readonly port: number;
  readonly title: string;
  readonly topic?: `${string}.events`;
  readonly keepHours?: number;
}

export type ServiceName = keyof typeof SERVICES;

/** The services with a database and events: all except the gateway. */
export type StatefulServiceName = {
  [Name in ServiceName]: (typeof SERVICES)[Name] extends { readonly topic: string } ? Name : never;
}[ServiceName];

export const SERVICE_NAMES = Object.keys(SERVICES) as readonly ServiceName[];

export const STATEFUL_SERVICE_NAMES = SERVICE_NAMES.filter(
  (name): name is StatefulServiceName => 'topic' in SERVICES[name],
);

/**
 * The services that act for an account by the gateway's word. Entity owns accounts and memberships,
 * and reads its own rows.
 */
export const ACTING_SERVICES: readonly StatefulServiceName[] = STATEFUL_SERVICE_NAMES.filter(
  (name) => name !== 'entity',
);

/** The name of a service's environment variable, e.g. `PRODUCT_QUERY_URL`. */
export function serviceVariable(
  service: ServiceName,
  suffix: 'URL' | 'DATABASE_URL' | 'PRIVATE_KEY' | 'SIGNING_KEY',
): string {
  return `${service.toUpperCase().replaceAll('-', '_')}_${suffix}`;
}

/** The topic that a service publishes its events to. */
export function topicOf(service: StatefulServiceName): string {
  return SERVICES[service].topic;
}

/** The default retention of the topics that do not keep every event, in hours. */
export const DEFAULT_TOPIC_HOURS: ReadonlyMap<string, number> = new Map(
  Object.values(SERVICES).flatMap((process: Process) =>
    process.topic !== undefined && process.keepHours !== undefined
      ? [[process.topic, process.keepHours] as const]
      : [],
  ),
);

/** `retention.ms` of a topic; -1 means for good. */
export function retentionMsOf(topic: string, keepHours: ReadonlyMap<string, number>): number {
  const hours = keepHours.get(topic) ?? 0;
  return hours > 0 ? hours * 3_600_000 : -1;
}

export const ALL_TOPICS: readonly string[] = STATEFUL_SERVICE_NAMES.map(topicOf);
