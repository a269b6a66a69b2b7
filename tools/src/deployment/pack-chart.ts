import { execFileSync, type ExecFileSyncOptionsWithStringEncoding } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { codeOf, LocalInfraError } from '@ndx/local-infra';
import { parseDocument } from 'yaml';
import { chartTemplates, NAMESPACE_TEMPLATE } from './helm-chart.js';

const NAME = 'data-exchange';
/** Its environments have every choice; the values of a release replace them. */
const ENVIRONMENT = 'production';

/**
 * Packs the Helm chart: `deploy/helm`, and the templates made of the manifests.
 * @param root of the checkout
 * @param folder of the package
 * @returns the path of the package
 * @throws LocalInfraError when kubectl or tar is missing
 */
export function packChart(root: string, folder: string): string {
  const parent = mkdtempSync(join(tmpdir(), 'chart-'));
  try {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      readonly version: string;
    };
    const overlay = join(root, 'deploy', 'kubernetes', 'overlays', ENVIRONMENT);
    const templates = chartTemplates(run('kubectl', 'kustomize', overlay));
    const chart = join(parent, NAME);
    cpSync(join(root, 'deploy', 'helm'), chart, { recursive: true });
    for (const [name, text] of templates) writeFileSync(join(chart, 'templates', name), text);
    closeServices(join(chart, 'values.schema.json'), [...templates.keys()]);
    const about = parseDocument(readFileSync(join(chart, 'Chart.yaml'), 'utf8'));
    about.commentBefore = null;
    for (const name of ['version', 'appVersion']) about.set(name, version);
    writeFileSync(join(chart, 'Chart.yaml'), about.toString());
    mkdirSync(folder, { recursive: true });
    const file = resolve(folder, `${NAME}-${version}.tgz`);
    run('tar', '--create', '--gzip', '--file', file, '--directory', parent, NAME);
    return file;
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

/** Allows values of the services alone, each of which has a template. */
function closeServices(file: string, templates: readonly string[]): void {
  const schema = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly properties: { readonly services: Record<string, unknown> };
  };
  const { services } = schema.properties;
  const own = templates.filter((template) => template !== NAMESPACE_TEMPLATE);
  const names = own.map((template) => template.replace(/\.yaml$/, ''));
  services['properties'] = Object.fromEntries(
    names.map((name) => [name, services['additionalProperties']]),
  );
  services['additionalProperties'] = false;
  delete services['$comment'];
  writeFileSync(file, JSON.stringify(schema));
}

const OPTIONS: ExecFileSyncOptionsWithStringEncoding = { encoding: 'utf8', maxBuffer: 2 ** 26 };

function run(command: string, ...args: readonly string[]): string {
  try {
    return execFileSync(command, args, OPTIONS);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    throw new LocalInfraError(`${command} is not installed.`);
  }
}
