import { SERVICE_NAMES, STATEFUL_SERVICE_NAMES } from '@ndx/contracts';
import type { Declaration } from '@ndx/config';
import { sharedVariables, type SharedVariable } from './shared-variables.js';

const INTRODUCTION = `# Configuration

Each process is configured by environment variables only. At startup it validates all of its variables. If some are missing, malformed or contradictory, it prints one message that names each of them with its format, and exits with status 1. No message and no log line has the value of a variable.

- **Required**: without it the process does not start.
- **Secret**: the value is or contains a key or a password. Set it from a secret store; [deploy.md](operators/deploy.md) names the Kubernetes secrets.
- An empty variable (\`NAME=\`) counts as set. It is malformed unless the column _Takes_ allows "nothing".
- A change takes effect at the next start of the process.
- Node's own variables also apply: \`NODE_EXTRA_CA_CERTS\` names a file with private certificate authorities, for Kafka and Postgres over TLS.
- If tracing is on, the variables of OpenTelemetry's exporter and SDK also apply: \`OTEL_EXPORTER_OTLP_CERTIFICATE\`, \`OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE\` and \`OTEL_EXPORTER_OTLP_CLIENT_KEY\` name files for TLS to the collector, \`OTEL_EXPORTER_OTLP_COMPRESSION\` is \`gzip\` or \`none\`; the same names with \`OTLP_TRACES\` instead of \`OTLP\`, and the limits of a span (\`OTEL_SPAN_*_LIMIT\`). The process validates neither these nor Node's variables.

\`node apps/<process>/dist/main.js variables\`, or \`docker run <image> variables\`, prints the variables of a process as JSON. \`npm run configuration\` generates this page from that output.
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
    section('Several processes', several),
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
