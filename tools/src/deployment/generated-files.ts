import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICES_FILE } from '../network/declared-services.js';
import { alertRules } from './alert-rules.js';
import { composeFile, developmentValues } from './compose-file.js';
import { dashboard } from './dashboard.js';
import {
  describeProcesses,
  environmentsOf,
  type Declarations,
  type DescribedProcess,
} from './described-process.js';
import { kubernetesOverlays } from './kubernetes-overlays.js';
import { kubernetesServices } from './kubernetes-services.js';
import { withPicture } from './picture.js';
import { cloudNativePgExample, strimziExample } from './store-examples.js';

const KUBERNETES = join('deploy', 'kubernetes');
const OBSERVABILITY = join('deploy', 'observability');
const DASHBOARD = join(OBSERVABILITY, 'grafana', 'data-exchange.json');

const DEVELOPMENT_VALUES = join('libs', 'config', 'src', 'development-values.ts');

/** Folders with only generated files. */
const GENERATED_FOLDERS = [join(KUBERNETES, 'services'), join(KUBERNETES, 'overlays')];

/**
 * Every generated file by its path in the checkout: its text before formatting, or undefined for a
 * file to delete.
 */
export function generatedFiles(
  root: string,
  declarations: Declarations,
): ReadonlyMap<string, string | undefined> {
  const processes = describeProcesses(declarations);
  const environments = environmentsOf(declarations);
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const kubernetes = join(root, KUBERNETES);
  const written = new Map([
    ['docker-compose.yml', composeFile(read(join('deploy', 'compose.yaml')), processes)],
    [DEVELOPMENT_VALUES, developmentValues(read(join('deploy', 'compose.yaml')), processes)],
    [SERVICES_FILE, servicesFile(processes)],
    ...[
      ...kubernetesServices(processes, kubernetes),
      ...kubernetesOverlays(processes, environments, kubernetes),
      [join('examples', 'strimzi-kafka.yaml'), strimziExample(processes)] as const,
      [join('examples', 'cloudnative-pg.yaml'), cloudNativePgExample(processes)] as const,
    ].map(([path, text]) => [join(KUBERNETES, path), text] as const),
    [
      join(OBSERVABILITY, 'prometheus', 'alerts.yaml'),
      alertRules(read(join(OBSERVABILITY, 'alerts.yaml')), processes),
    ],
    [DASHBOARD, dashboard(read(DASHBOARD), processes)],
    ['README.md', withPicture(read('README.md'), processes)],
  ]);
  const files = new Map<string, string | undefined>(
    GENERATED_FOLDERS.flatMap((folder) => filesIn(root, folder)).map((path) => [path, undefined]),
  );
  for (const [path, text] of written) files.set(path, text);
  return files;
}

function servicesFile(processes: readonly DescribedProcess[]): string {
  const entries = processes.map(({ name, variables, keys }) => [name, { variables, keys }]);
  return JSON.stringify(Object.fromEntries(entries));
}

function filesIn(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}
