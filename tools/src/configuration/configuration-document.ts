import { SERVICE_NAMES, STATEFUL_SERVICE_NAMES } from '@ndx/contracts';
import type { Declaration } from '@ndx/config';
import { sharedVariables, type SharedVariable } from './shared-variables.js';

const INTRODUCTION = `# Configuration

Each process is configured by environment variables alone, and itself reads no others than these. It validates all of them before it does anything else: what is missing, malformed or contradictory is named in one message, each with what it takes, and the process ends with status 1. A value is never printed, neither there nor in a log.

- **Required**: without it the process does not start.
- **Secret**: its value is a key or a password, or carries one. Give it from a secret store; [deploy.md](operators/deploy.md) names the Kubernetes secrets.
- A variable that is set to nothing (\`NAME=\`) is set: where nothing is not a value that it takes, it is malformed.
- A change takes effect when the process starts again.
- What Node itself reads works, too: \`NODE_EXTRA_CA_CERTS\` is a file with authorities of your own, for Kafka and Postgres over TLS.
- What OpenTelemetry's exporter and SDK read themselves works where traces are sent: \`OTEL_EXPORTER_OTLP_CERTIFICATE\`, \`OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE\` and \`OTEL_EXPORTER_OTLP_CLIENT_KEY\` are files for TLS to the collector, \`OTEL_EXPORTER_OTLP_COMPRESSION\` is \`gzip\` or \`none\`; the same with \`OTLP_TRACES\` in place of \`OTLP\`, and the limits of a span (\`OTEL_SPAN_*_LIMIT\`). Neither these nor Node's are validated.

\`node apps/<process>/dist/main.js variables\`, or \`docker run <image> variables\`, prints the same as JSON. This page is generated from it: \`npm run configuration\`.
`;

/** `docs/configuration.md`, before formatting. */
export function configurationDocument(declarations: readonly Declaration[]): string {
  const variables = sharedVariables(declarations);
  const readBy = (names: readonly string[]) =>
    variables.filter((each) => String([...each.readBy].sort()) === String([...names].sort()));
  const everywhere = readBy(SERVICE_NAMES);
  const stateful = readBy(STATEFUL_SERVICE_NAMES);
  const several = variables.filter(
    (each) => each.readBy.length > 1 && !everywhere.includes(each) && !stateful.includes(each),
  );
  const section = (title: string, members: readonly SharedVariable[]) =>
    [`## ${title}`, table(members), ...rulesOf(members, declarations)].join('\n\n');
  return [
    INTRODUCTION,
    section('Every process', everywhere),
    section('Every service with a database', stateful),
    section('Several', several),
    ...SERVICE_NAMES.map((name) => ({ name, own: readBy([name]) }))
      .filter(({ own }) => own.length > 0)
      .map(({ name, own }) => section(`Only ${name}`, own)),
  ].join('\n\n');
}

function table(variables: readonly SharedVariable[]): string {
  const isShared = new Set(variables.map(({ readBy }) => String(readBy))).size > 1;
  const columns = ['Variable', 'Default', 'Takes', 'Secret', 'What it does'];
  if (isShared) columns.push('Read by');
  const rows = variables.map((each) => [
    `\`${each.variable.name}\``,
    defaultOf(each),
    escaped(each.variable.takes),
    each.variable.secret ? 'secret' : '',
    escaped(`${each.variable.description}.`),
    ...(isShared ? [each.readBy.join(', ')] : []),
  ]);
  return [columns, columns.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function defaultOf({ variable, defaults }: SharedVariable): string {
  if (variable.required) return '**required**';
  const values = new Set(defaults.values());
  if (values.size === 1) return formatDefault(variable.default);
  return [...defaults].map(([process, value]) => `${formatDefault(value)} ${process}`).join(', ');
}

function formatDefault(value: unknown): string {
  return value === '' ? 'nothing' : `\`${String(value)}\``;
}

/** The constraints between the variables of a section, without duplicates. */
function rulesOf(
  members: readonly SharedVariable[],
  declarations: readonly Declaration[],
): string[] {
  const names = new Set(members.map(({ variable }) => variable.name));
  const rules = declarations
    .flatMap((each) => each.rules)
    .filter(({ variables }) => variables.some((name) => names.has(name)))
    .map(({ variables, says }) => `${variables.map((n) => `\`${n}\``).join(', ')}: ${says}.`);
  return [...new Set(rules)];
}

function escaped(text: string): string {
  return text.replaceAll('|', '\\|');
}
