import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { STATEFUL_SERVICE_NAMES, type StatefulServiceName } from '@ndx/contracts';
import { projectRoot } from '@ndx/local-infra';

/** A route that a service itself answers, public or between services. */
export interface ServiceRoute {
  readonly service: StatefulServiceName;
  readonly method: string;
  /** With an id in the place of each parameter. */
  readonly path: string;
}

const ANY_ID = '0192d3c0-5c5e-7a80-9b1e-000000000001';

/** Every service takes events from its peers, beside what its own table of contents names. */
const OF_EVERY_SERVICE = { method: 'POST', path: '/internal/events' };

/** The services as they are built say what they answer: there is no other list of it. */
const SCRIPT = `
  import { definitionOf, handlersOf } from '@ndx/service';
  const services = ${JSON.stringify(STATEFUL_SERVICE_NAMES)};
  const routes = [];
  for (const service of services) {
    const contents = await import(\`./apps/\${service}/dist/\${service}.module.js\`);
    for (const controller of Object.values(contents).flatMap((module) => definitionOf(module).http)) {
      for (const { method, segments } of handlersOf(controller)) {
        routes.push({ service, method, segments });
      }
    }
  }
  process.stdout.write(JSON.stringify(routes));
`;

export async function serviceRoutes(): Promise<readonly ServiceRoute[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', SCRIPT],
    { cwd: projectRoot() },
  );
  const declared = JSON.parse(stdout) as readonly {
    readonly service: StatefulServiceName;
    readonly method: string;
    readonly segments: readonly string[];
  }[];
  return [
    ...declared.map(({ service, method, segments }) => ({
      service,
      method,
      path: `/${segments.map((segment) => (segment.startsWith(':') ? ANY_ID : segment)).join('/')}`,
    })),
    ...STATEFUL_SERVICE_NAMES.map((service) => ({ service, ...OF_EVERY_SERVICE })),
  ];
}
