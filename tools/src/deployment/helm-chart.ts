import { parseAllDocuments, stringify } from 'yaml';

type Value = boolean | number | string | null | readonly Value[] | Members;

interface Members {
  [name: string]: Value;
}

/** An object of the manifests. */
interface Manifest extends Members {
  readonly kind: string;
  readonly metadata: Members;
}

/** Of what no service has; the other files have the names of the services. */
export const NAMESPACE_TEMPLATE = 'namespace.yaml';

const VERSION_LABEL = 'app.kubernetes.io/version';
const VERSION = 'include "exchange.version" $process | quote';
const COLLECTOR = '.Values.traces.endpoint';
const ARCHIVE = '.Values.archive.location';

/** The variables with a value of the release, and its expression. */
const VALUES: Readonly<Record<string, string>> = {
  ENVIRONMENT: '.Values.environment',
  LOG_LEVEL: '.Values.logLevel',
  DEPLOYMENT_NAME: '.Values.deploymentName',
  CLIENT_ID: '.Values.identityProvider.clientId',
  TOKEN_ISSUER: '.Values.identityProvider.issuer',
  KAFKA_BROKERS: '.Values.kafka.brokers',
};

/** Optional variables: a release omits one whose condition is empty. */
const OPTIONAL_VALUES: Readonly<Record<string, readonly [condition: string, value: string]>> = {
  JWKS_URL: ['.Values.identityProvider.jwksUrl', '.Values.identityProvider.jwksUrl'],
  JWKS_URI: ['.Values.identityProvider.jwksUri', '.Values.identityProvider.jwksUri'],
  KAFKA_TOPIC_REPLICATION: ['.Values.kafka.topicReplication', '.Values.kafka.topicReplication'],
  OTEL_EXPORTER_OTLP_ENDPOINT: [COLLECTOR, COLLECTOR],
  OTEL_TRACES_SAMPLER_ARG: [COLLECTOR, '.Values.traces.ratio'],
  ARCHIVE_LOCATION: [ARCHIVE, ARCHIVE],
  AWS_REGION: [ARCHIVE, '.Values.archive.region'],
  AUDIT_KEEP_DAYS: [ARCHIVE, '.Values.archive.auditKeepDays'],
  QUERY_TEXT_KEEP_DAYS: [ARCHIVE, '.Values.archive.queryTextKeepDays'],
};

/** Optional variables of a container, and the condition of a release that has them. */
const OPTIONAL_ENV: Readonly<Record<string, string>> = {
  OTEL_EXPORTER_OTLP_HEADERS: COLLECTOR,
  AWS_ACCESS_KEY_ID: ARCHIVE,
  AWS_SECRET_ACCESS_KEY: ARCHIVE,
};

/** The label of the pods that write or read archive files. */
const ARCHIVE_LABEL = 'exchange/archive';

/**
 * The templates of the Helm chart, by the name of their file: the objects of an environment, with
 * expressions for what its files in `environments/` choose.
 * @param rendered what `kubectl kustomize` prints for an environment that exports traces
 */
export function chartTemplates(rendered: string): ReadonlyMap<string, string> {
  const manifests = parseAllDocuments(rendered)
    .map((document) => document.toJS() as Manifest)
    // Helm has a namespace before it renders a chart.
    .filter(({ kind }) => kind !== 'Namespace');
  const templates = new Map<string, string>();
  for (const name of new Set(manifests.map(serviceOf))) {
    const own = manifests.filter((manifest) => serviceOf(manifest) === name);
    for (const { metadata } of own) metadata['namespace'] = expression('.Release.Namespace');
    if (name === undefined) templates.set(NAMESPACE_TEMPLATE, templatesOf(own));
    else templates.set(`${name}.yaml`, serviceTemplate(name, own));
  }
  return templates;
}

function serviceOf({ metadata }: Manifest): string | undefined {
  const name = inside(metadata, 'labels')['app.kubernetes.io/name'];
  return typeof name === 'string' ? name : undefined;
}

function serviceTemplate(name: string, manifests: readonly Manifest[]): string {
  const settings = manifests.find(({ kind }) => kind === 'ConfigMap');
  const variables = variablesOf(inside(settings, 'data'));
  for (const manifest of manifests) {
    if (VERSION_LABEL in inside(manifest.metadata, 'labels')) {
      inside(manifest.metadata, 'labels')[VERSION_LABEL] = expression(VERSION);
    }
    CHANGES[manifest.kind]?.(manifest, name);
    if (inside(manifest.metadata, 'labels')['exchange/phase'] === 'before') asHook(manifest);
  }
  return `{{- define "${name}.settings" }}
${templateOf(variables)}{{- end }}
{{- $process := dict "root" . "name" "${name}" }}
{{- $service := index .Values.services "${name}" | default dict }}
{{- $variables := include "${name}.settings" . | fromYaml }}
{{- $settings := mergeOverwrite $variables ($service.settings | default dict) }}
${templatesOf(manifests)}`;
}

/** The variables of a process, with the values of the release. */
function variablesOf(data: Members): Members {
  // A provider has a key set for each client, or one.
  if ('JWKS_URL' in data) data['JWKS_URI'] = '';
  return Object.assign(
    {},
    ...Object.entries(data).map(([name, text]) => {
      const [condition, value = VALUES[name]] = OPTIONAL_VALUES[name] ?? [];
      if (value === undefined) return { [name]: text };
      const variable = { [name]: expression(`${value} | quote`) };
      return condition === undefined ? variable : when(condition, variable);
    }),
  ) as Members;
}

/** Helm waits for a hook before it changes anything else. */
function asHook({ kind, metadata }: Manifest): void {
  metadata['annotations'] = {
    'helm.sh/hook': 'pre-install,pre-upgrade',
    'helm.sh/hook-weight': kind === 'Job' ? '0' : '-1',
    'helm.sh/hook-delete-policy': 'before-hook-creation',
  };
}

/** What differs between releases, by the kind of the object. */
const CHANGES: Readonly<Record<string, (manifest: Manifest, service: string) => void>> = {
  ConfigMap(manifest, service) {
    manifest.metadata['name'] = `exchange-${service}`;
    manifest['data'] = expression('toJson $settings');
  },
  Deployment(manifest, service) {
    delete manifest.metadata['annotations'];
    const template = inside(manifest, 'spec', 'template');
    // A pod reads its settings when it starts.
    const changed = { 'exchange/settings': expression('toJson $settings | sha256sum') };
    Object.assign(inside(template, 'metadata', 'annotations'), changed);
    const { [ARCHIVE_LABEL]: archive, ...labels } = inside(template, 'metadata', 'labels');
    inside(template, 'metadata')['labels'] = {
      ...labels,
      ...(archive !== undefined && when(ARCHIVE, { [ARCHIVE_LABEL]: archive })),
    };
    const [container] = podOf(template);
    if (container === undefined) return;
    readSettings(container, service);
    container['resources'] = expression('toJson ($service.resources | default .Values.resources)');
  },
  Job(manifest, service) {
    const version = 'include "exchange.version" $process';
    manifest.metadata['name'] = `exchange-migrate-${expression(version)}-${service}`;
    podOf(inside(manifest, 'spec', 'template'));
  },
  CronJob(manifest, service) {
    if (inside(manifest.metadata, 'labels')['app.kubernetes.io/component'] === 'archive') {
      inside(manifest, 'spec')['suspend'] = expression(`not ${ARCHIVE}`);
    }
    const job = inside(manifest, 'spec', 'jobTemplate');
    inside(job, 'metadata', 'labels')[VERSION_LABEL] = expression(VERSION);
    for (const container of podOf(inside(job, 'spec', 'template')))
      readSettings(container, service);
  },
  HorizontalPodAutoscaler(manifest) {
    for (const count of ['minReplicas', 'maxReplicas']) {
      const value = expression(`$service.${count} | default .Values.${count}`);
      inside(manifest, 'spec')[count] = value;
    }
  },
  NetworkPolicy(manifest) {
    const port = `(urlParse ${COLLECTOR}).host | splitList ":" | last`;
    inside(manifest, 'spec')['egress'] = listOf(inside(manifest, 'spec'), 'egress').flatMap(
      (rule) => {
        const text = JSON.stringify(rule['to']);
        if (text.includes('exchange/monitoring')) {
          return itemWhen(COLLECTOR, { ...rule, ports: [{ port: expression(port) }] });
        }
        if (!text.includes('exchange/stores')) return [rule];
        const matchLabels = { 'exchange/stores': expression('.Values.environment') };
        return [{ ...rule, to: [{ namespaceSelector: { matchLabels } }] }];
      },
    );
  },
  Ingress(manifest) {
    const annotations = '.Values.ingress.annotations';
    const value = expression(`toJson ${annotations}`);
    Object.assign(manifest.metadata, when(annotations, { annotations: value }));
    const spec = inside(manifest, 'spec');
    const className = '.Values.ingress.className';
    Object.assign(spec, when(className, { ingressClassName: expression(`${className} | quote`) }));
    const host = expression('.Values.host | quote');
    for (const rule of listOf(spec, 'rules')) rule['host'] = host;
    for (const certificate of listOf(spec, 'tls')) certificate['hosts'] = [host];
  },
};

/** The variables of a container: the settings of its service, and those of `env`. */
function readSettings(container: Members, service: string): void {
  container['envFrom'] = [{ configMapRef: { name: `exchange-${service}` } }];
  container['env'] = listOf(container, 'env').flatMap((variable) => {
    const condition = OPTIONAL_ENV[variable['name'] as string];
    return condition === undefined ? variable : itemWhen(condition, variable);
  });
}

/** Changes what every pod has. @returns its containers */
function podOf(template: Members): readonly Members[] {
  inside(template, 'metadata', 'labels')[VERSION_LABEL] = expression(VERSION);
  const spec = inside(template, 'spec');
  const containers = listOf(spec, 'containers');
  for (const container of containers) {
    container['image'] = expression('include "exchange.image" $process | quote');
  }
  const [priority, secrets] = ['.Values.priorityClassName', '.Values.imagePullSecrets'];
  Object.assign(
    spec,
    when(priority, { priorityClassName: expression(`${priority} | quote`) }),
    when(secrets, { imagePullSecrets: expression(`toJson ${secrets}`) }),
  );
  return containers;
}

function inside(value: Value | undefined, ...path: readonly string[]): Members {
  let found = value;
  for (const name of path) found = (found as Members | undefined)?.[name];
  return (found ?? {}) as Members;
}

function listOf(value: Members, name: string): readonly Members[] {
  return (value[name] ?? []) as readonly Members[];
}

// Until the text is written, an expression is in brackets that YAML does not quote. What only some
// releases have is between two further members or items.

function expression(text: string): string {
  return `⟦ ${text} ⟧`;
}

function when(condition: string, members: Members): Members {
  const [name = ''] = Object.keys(members);
  return { [`⟦- if ${condition} ⟧${name}`]: null, ...members, [`⟦- end ⟧${name}`]: null };
}

function itemWhen(condition: string, item: Members): Value[] {
  return [`⟦- if ${condition} ⟧`, item, '⟦- end ⟧'];
}

function templatesOf(manifests: readonly Manifest[]): string {
  return manifests.map(templateOf).join('---\n');
}

function templateOf(value: Value): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false })
    .replaceAll(/^ *(?:- )?(⟦- [^⟧]*⟧).*$/gm, '$1')
    .replaceAll('⟦', '{{')
    .replaceAll('⟧', '}}');
}
