import { parse } from 'yaml';
import type { DescribedProcess } from './described-process.js';
import { serviceVariable } from '@ndx/contracts';
import { yamlText } from './yaml-text.js';

type Block = Readonly<Record<string, unknown>>;
type Blocks = Readonly<Record<string, Block>>;

/** `deploy/compose.yaml`: the settings for a developer's machine. */
interface ComposeSource extends Block {
  readonly name: string;
  readonly 'x-build': Block;
  /** The common settings of processes, and of their migrations. */
  readonly 'x-process': Block;
  readonly 'x-migration': Block;
  /** A process receives the variables that it declares. */
  readonly 'x-values': Readonly<Record<string, string | number>>;
  readonly 'x-key': string;
  readonly services: Blocks;
  readonly volumes: Block;
}

/** docker-compose.yml: each process and its migration, beside the blocks of `deploy/compose.yaml`. */
export function composeFile(text: string, processes: readonly DescribedProcess[]): string {
  const source = parse(text, { merge: true }) as ComposeSource;
  const { postgres, ...around } = source.services;
  const owners = processes.filter(({ database }) => database !== undefined);
  const services = {
    ...Object.fromEntries(processes.map((each) => [each.name, processBlock(each, source)])),
    ...Object.fromEntries(
      owners.map((each) => [
        `migrate-${each.name}`,
        { ...processBlock(each, source), ...source['x-migration'] },
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(around).filter(([name]) => processes.every((each) => each.name !== name)),
    ),
    postgres: merged(postgres ?? {}, {
      environment: { DATABASES: owners.map(({ name }) => name).join(' ') },
    }),
  };
  return yamlText(
    `From deploy/compose.yaml, the topology and the declarations of the processes.

The whole exchange on one machine with a container engine: \`docker compose up --build\`, then the
address is http://localhost:8080 and tokens come from http://localhost:8090/token. A service is
started when its schema is migrated, and the demo network is made when the gateway is ready.

For development: its keys are public. docs/operators/deploy.md describes production.`,
    { name: source.name, services, volumes: source.volumes },
  );
}

function processBlock(process: DescribedProcess, source: ComposeSource): Block {
  const block = {
    ...source['x-process'],
    image: `data-exchange/${process.name}`,
    build: merged(source['x-build'], { args: { APP: process.name } }),
    environment: environmentOf(process, source),
    depends_on: Object.fromEntries(
      process.database === undefined
        ? process.calls.map((peer) => [peer, { condition: 'service_healthy' }])
        : [
            [`migrate-${process.name}`, { condition: 'service_completed_successfully' }],
            ['kafka', { condition: 'service_healthy' }],
          ],
    ),
  };
  return merged(block, source.services[process.name] ?? {});
}

function environmentOf(process: DescribedProcess, source: ComposeSource): Block {
  const { name, database } = process;
  return {
    ...Object.fromEntries(process.keys.map((key) => [key, source['x-key']])),
    ...Object.fromEntries(
      Object.entries(source['x-values']).filter(([key]) => process.variables.includes(key)),
    ),
    ...(database !== undefined && {
      [database]: `postgres://${name}:development@postgres:5432/${name}`,
    }),
    ...Object.fromEntries(
      process.calls.map((peer) => [serviceVariable(peer, 'URL'), `http://${peer}:8080`]),
    ),
  };
}

/** One block merged with the members of another, which take precedence; maps are merged. */
function merged(block: Block, other: Block): Block {
  const both = Object.entries(other).map(([name, value]): [string, unknown] => {
    const before = block[name];
    return [name, isBlock(before) && isBlock(value) ? merged(before, value) : value];
  });
  return { ...block, ...Object.fromEntries(both) };
}

function isBlock(value: unknown): value is Block {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
