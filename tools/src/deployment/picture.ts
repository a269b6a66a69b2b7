import type { DescribedProcess } from './described-process.js';

/** The README with the current diagram of the services. */
export function withPicture(readme: string, processes: readonly DescribedProcess[]): string {
  const picture = ['```mermaid', ...linesOf(processes), '```'].join('\n');
  return readme.replace(/^```mermaid\n.*?^```$/ms, () => picture);
}

function linesOf(processes: readonly DescribedProcess[]): string[] {
  const services = processes.filter(({ topic }) => topic !== undefined);
  const isCalled = (name: string) =>
    services.some(({ calls }) => calls.some((peer) => peer === name));
  const calls = services
    .filter((service) => service.calls.length > 0 || !isCalled(service.name))
    .map((service) => [service.name, ...listed(service.calls, '-->')].join(' '));
  const consumers = services.filter(({ consumes }) => consumes.length > 0);
  return [
    'flowchart TB',
    '  institution([institution]) -->|"HTTPS, bearer token"| gateway',
    '  gateway --> services',
    '  subgraph services ["services, each with a Postgres database of its own"]',
    ...calls.map((line) => `    ${line}`),
    '  end',
    '  services -.->|"events, through an outbox"| bus[("Kafka, or an embedded log in Postgres")]',
    `  bus ${listed(
      consumers.map(({ name }) => name),
      '-.->',
    ).join(' ')}`,
    '  bus -.->|"query.events"| billing([billing])',
  ];
}

function listed(names: readonly string[], arrow: string): string[] {
  return names.length === 0 ? [] : [arrow, names.join(' & ')];
}
