import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DescribedProcess } from './described-process.js';
import { yamlText } from './yaml-text.js';

const KUSTOMIZATION = { apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization' };

/**
 * The first services in a roll-out: a service comes after those that it calls for a request, and
 * after the subscribers to which it delivers events directly. Others follow, and the gateway is the
 * last.
 */
const FIRST = ['entity', 'product-query', 'furnishing', 'attestation', 'policy', 'consent'];
const LAST = 'gateway';

function inOrder(processes: readonly DescribedProcess[]): readonly string[] {
  const others = processes.map(({ name }) => name).filter((name) => !FIRST.includes(name));
  return [...FIRST, ...others.filter((name) => name !== LAST), LAST];
}

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
      file(
        '.',
        `The whole ${environment} environment, in the order in which roll-out.sh applies it.`,
        {
          resources: ['namespace', ...inOrder(processes)],
        },
      ),
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
