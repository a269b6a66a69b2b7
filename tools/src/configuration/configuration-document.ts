import { SERVICE_NAMES, STATEFUL_SERVICE_NAMES } from '@ndx/contracts';
import type { Declaration } from '@ndx/config';
import { sharedVariables, type SharedVariable } from './shared-variables.js';

const INTRODUCTION = `# Configuration

Environment variables configure each process. At startup it validates all of them; if some are missing, malformed or contradictory, it prints one message that names each with its format, without values, and exits with status 1.

- Each variable has its default, or **required**, and its format in italics. A **secret** has a key or a password: set it from a secret store; [deploy.md](operators/deploy.md#first-deployment) names the Kubernetes secrets.
- With \`ENVIRONMENT=production\` a process does not start with a key of \`deploy/compose.yaml\`: these keys are public.
- An empty variable (\`NAME=\`) counts as set. It is malformed unless its format allows "nothing".
- Node's own variables also apply: \`NODE_EXTRA_CA_CERTS\` names a file with private certificate authorities, for Kafka and Postgres over TLS.
- With tracing, the variables of OpenTelemetry's exporter and SDK also apply, such as \`OTEL_EXPORTER_OTLP_CERTIFICATE\`, \`OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE\`, \`OTEL_EXPORTER_OTLP_CLIENT_KEY\` and \`OTEL_EXPORTER_OTLP_COMPRESSION\`. The process validates neither these nor Node's.

\`node apps/<process>/dist/main.js variables\`, or \`docker run <image> variables\`, prints the variables of a process as JSON, from which \`npm run configuration\` generates this page.
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
    [`## ${title}`, list(members), ...rulesOf(members, declarations)].join('\n\n');
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

function list(variables: readonly SharedVariable[]): string {
  const isShared = new Set(variables.map(({ readBy }) => String(readBy))).size > 1;
  return variables
    .map((each) => {
      const { name, secret, takes, description } = each.variable;
      const value = secret ? `${defaultOf(each)}, secret` : defaultOf(each);
      const readers = isShared ? ` Read by ${each.readBy.join(', ')}.` : '';
      return `- \`${name}\` (${value}): ${description}. _${takes}_${readers}`;
    })
    .join('\n');
}

function defaultOf({ variable, defaults }: SharedVariable): string {
  if (variable.required) return '**required**';
  const values = new Set([...defaults.values()].map(formatDefault));
  const [first = '', ...others] = values;
  if (others.length === 0) return first;
  return [...defaults].map(([process, value]) => `${formatDefault(value)} ${process}`).join(', ');
}

function formatDefault(value: unknown): string {
  const text = String(value);
  return text === '' ? 'nothing' : `\`${text}\``;
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
