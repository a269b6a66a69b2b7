import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { serviceVariable, type ServiceName } from '@ndx/contracts';
import type { DescribedProcess } from './described-process.js';
import { add, patchOf, yamlText } from './yaml-text.js';

const PORT = 8080;
const ENV = '/spec/template/spec/containers/0/env/-';
/** The same of a CronJob. */
const CRON_ENV = `/spec/jobTemplate${ENV}`;

/** `services/<name>`: the base with the name, the image, the keys and the peers of a process. */
export function kubernetesServices(
  processes: readonly DescribedProcess[],
  kubernetes: string,
): [path: string, text: string][] {
  return processes.map((process) => {
    const isCalled = processes.some(({ calls }) => calls.includes(process.name));
    const own = join('components', process.name);
    const components = [
      ...(process.database === undefined ? [] : ['stateful']),
      ...(existsSync(join(kubernetes, own)) ? [process.name] : []),
    ];
    const text = yamlText(
      `From the topology, the declarations of ${process.name} and, where there is one, ${own}.`,
      {
        apiVersion: 'kustomize.config.k8s.io/v1beta1',
        kind: 'Kustomization',
        resources: ['../../base'],
        components: components.map((name) => `../../components/${name}`),
        nameSuffix: `-${process.name}`,
        labels: [
          {
            pairs: { 'app.kubernetes.io/name': process.name },
            includeSelectors: true,
            includeTemplates: true,
          },
        ],
        images: [{ name: 'REGISTRY/service', newName: `REGISTRY/${process.name}` }],
        configMapGenerator: [
          { name: 'exchange', behavior: 'merge', literals: process.calls.map(addressOf) },
        ],
        patches: [
          ...databasePatch(process),
          ...archivePatch(process),
          patchOf({ kind: 'Deployment' }, [
            ...process.keys.map((name) => key(ENV, name)),
            ...process.calls.map(label),
          ]),
          patchOf({ kind: 'NetworkPolicy', name: 'exchange' }, [
            ...(isCalled ? [callersOf(process.name)] : []),
            ...process.calls.map(callee),
          ]),
        ].filter(({ patch }) => patch !== '[]\n'),
      },
    );
    return [join('services', process.name, 'kustomization.yaml'), text];
  });
}

function addressOf(peer: ServiceName): string {
  return `${serviceVariable(peer, 'URL')}=http://exchange-${peer}:${PORT}`;
}

/** The migration reads the address of the database, too. */
function databasePatch({ name, database }: DescribedProcess) {
  if (database === undefined) return [];
  return [patchOf({ kind: 'Deployment|Job' }, [add(ENV, databaseAddress(name, database))])];
}

/** The commands that archive are commands of the service: they read the same variables. */
function archivePatch({ name, database, keys }: DescribedProcess) {
  if (database === undefined) return [];
  return [
    patchOf({ kind: 'CronJob' }, [
      add(CRON_ENV, databaseAddress(name, database)),
      ...keys.map((each) => key(CRON_ENV, each)),
    ]),
  ];
}

function databaseAddress(name: ServiceName, variable: string) {
  return fromSecret(variable, { name: `exchange-${name}-database`, key: 'url' });
}

function key(path: string, name: string) {
  return add(path, fromSecret(name, { name: 'exchange-keys', key: name }));
}

function fromSecret(name: string, secretKeyRef: object) {
  return { name, valueFrom: { secretKeyRef } };
}

/**
 * The label by which the peer's policy admits the caller: a new caller does not change the peer.
 */
function label(peer: ServiceName) {
  return add(`/spec/template/metadata/labels/exchange~1calls-${peer}`, 'true');
}

function callersOf(name: ServiceName) {
  const matchExpressions = [{ key: `exchange/calls-${name}`, operator: 'Exists' }];
  return add('/spec/ingress/-', {
    from: [{ podSelector: { matchExpressions } }],
    ports: [{ port: PORT }],
  });
}

function callee(peer: ServiceName) {
  const matchExpressions = [
    { key: 'app.kubernetes.io/name', operator: 'In', values: [peer] },
    { key: 'app.kubernetes.io/component', operator: 'In', values: ['service'] },
  ];
  return add('/spec/egress/-', {
    to: [{ podSelector: { matchExpressions } }],
    ports: [{ port: PORT }],
  });
}
