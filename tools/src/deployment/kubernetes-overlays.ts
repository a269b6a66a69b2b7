import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DescribedProcess } from './described-process.js';
import { yamlText } from './yaml-text.js';

const KUSTOMIZATION = { apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization' };

/** `overlays/<environment>`: its namespace and every process in it, each applicable separately. */
export function kubernetesOverlays(
  processes: readonly DescribedProcess[],
  environments: readonly string[],
  kubernetes: string,
): [path: string, text: string][] {
  return environments.flatMap((environment) => {
    const namespace = `exchange-${environment}`;
    const file = (folder: string, about: string, members: object): [string, string] => [
      join('overlays', environment, folder, 'kustomization.yaml'),
      yamlText(about, { ...KUSTOMIZATION, namespace, ...members }),
    ];
    const choices = `environments/${environment}`;
    return [
      file('.', `The whole ${environment} environment. Each folder is applied by itself, too.`, {
        resources: ['namespace', ...processes.map(({ name }) => name)],
      }),
      file('namespace', `The choices of this environment are in ${choices}.`, {
        resources: ['../../../namespace'],
      }),
      ...processes.map(({ name, topic }) =>
        file(name, `The choices of this environment are in ${choices}.`, {
          resources: [`../../../services/${name}`],
          components: [
            choices,
            ...(topic === undefined ? [] : [`${choices}/stores`]),
            ...(existsSync(join(kubernetes, choices, name)) ? [`${choices}/${name}`] : []),
            'components/release',
            `${choices}/images`,
          ].map((component) => `../../../${component}`),
        }),
      ),
    ];
  });
}
