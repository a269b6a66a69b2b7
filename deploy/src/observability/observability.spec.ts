import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@ndx/contracts';
import { projectRoot } from '@ndx/local-infra';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { COMMON_LABELS, knownMetrics, seriesOf } from './metrics-of.js';
import { parsePromQl, type Selector } from './promql.js';
import { alerts, documentsUrl, panels, recordingRules, ruleGroups, variables } from './rules.js';

const read = (...path: readonly string[]) => readFileSync(join(projectRoot(), ...path), 'utf8');

const known = knownMetrics();
const recorded = new Set(recordingRules().map(({ record }) => record));
const series = new Map([
  ...[...known.values()].flatMap(seriesOf),
  // They are grouped by environment alone.
  ...[...recorded].map((record) => [record, []] as const),
]);
const owners = new Map(
  [...known.values()].flatMap((metric) =>
    seriesOf(metric).map(([name]) => [name, metric.services] as const),
  ),
);
const guide = read('docs', 'operators', 'observe.md');

/** The parts of a runbook, each one line of a list. */
const RUNBOOK_PARTS = ['Symptom', 'Check', 'Action', 'Expected']
  .map((part) => `\\*\\*${part}\\*\\*: `)
  .join('\\S.*\n- ');

/** The pattern of all services. */
const EVERY_SERVICE = SERVICE_NAMES.join('|');

const expressions = [
  ...alerts().map(({ alert, expr }) => [`alert ${alert}`, expr] as const),
  ...recordingRules().map(({ record, expr }) => [`record ${record}`, expr] as const),
  ...panels().flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }, at) => [`panel ${title} ${at + 1}`, expr] as const),
  ),
];

describe('the expression of', () => {
  test.each(expressions)('%s uses metrics and labels that the processes export', (_name, expr) => {
    const { series: names, labels } = parsePromQl(expr);
    expect(names).not.toEqual([]);
    expect(names.filter((name) => !series.has(name))).toEqual([]);
    const possible = [...COMMON_LABELS, ...names.flatMap((name) => series.get(name) ?? [])];
    expect(labels.filter((label) => !possible.includes(label))).toEqual([]);
  });

  test.each(expressions)('%s selects only existing routes and services', (_name, expr) => {
    const { paths } = JSON.parse(read('apps', 'gateway', 'openapi.json')) as { paths: object };
    for (const { series: name, matchers } of parsePromQl(expr).selectors) {
      for (const { label, value } of matchers.filter(({ operator }) => operator === '=')) {
        if (label === 'route') expect(Object.keys(paths)).toContain(value);
        if (label === 'service') expect(owners.get(name)).toContain(value);
      }
    }
  });

  test.each(expressions)('%s selects only series of the exchange', (_name, expr) => {
    for (const selector of parsePromQl(expr).selectors) {
      if (recorded.has(selector.series)) continue;
      const one = SERVICE_NAMES.map((service) => `="${service}"`);
      expect([`=~"${EVERY_SERVICE}"`, '=~"$service"', ...one]).toContain(of(selector, 'service'));
    }
  });

  test.each(['sum by (a) (x{', 'rate(x[5m]', 'foo(bar)', 'a b'])('%s is rejected', (text) => {
    expect(() => parsePromQl(text)).toThrow('not PromQL');
  });
});

describe('an alert', () => {
  test.each(alerts().map((alert) => [alert.alert, alert] as const))(
    '%s has a severity, a summary, a description and a runbook',
    (name, { for: lasting, labels, annotations }) => {
      expect(['critical', 'warning', 'info']).toContain(labels['severity']);
      expect(lasting).toMatch(/^\d+[smh]$/);
      expect(annotations).toMatchObject({
        summary: expect.stringMatching(/\S/),
        description: expect.stringMatching(/\S/),
        runbook_url: `${documentsUrl()}/operators/observe.md#${name.toLowerCase()}`,
      });
      const [, runbook = ''] = guide.split(`\n### ${name}\n`);
      expect(runbook).toMatch(
        new RegExp(`^\n_${String(labels['severity'])}\\._\n\n- ${RUNBOOK_PARTS}\\S`),
      );
    },
  );

  const rules = [
    ...alerts().map(({ alert, expr }) => [alert, expr] as const),
    ...recordingRules().map(({ record, expr }) => [record, expr] as const),
  ];

  test.each(rules)('%s is evaluated separately for each environment', (_name, expr) => {
    const { selectors, groupings } = parsePromQl(expr);
    for (const selector of selectors) expect(of(selector, 'environment')).toBe('!=""');
    expect(groupings).not.toEqual([]);
    for (const labels of groupings) expect(labels).toContain('environment');
  });

  test('has a runbook at an absolute address below the configured one', () => {
    const addresses = alerts().map(({ annotations }) => annotations['runbook_url'] ?? '');
    expect(addresses.filter((address) => !URL.canParse(address))).toEqual([]);
    expect(new Set(addresses.map((address) => new URL(address).origin))).toEqual(
      new Set([new URL(documentsUrl()).origin]),
    );
  });

  test('is documented exactly once, and every documented alert exists', () => {
    const names = alerts().map(({ alert }) => alert);
    const [, told = ''] = guide.split('\n## Alerts\n');
    const headings = told.split('\n## ')[0]?.matchAll(/^### (\S+)$/gm) ?? [];
    expect([...headings].map(([, name]) => name).sort()).toEqual([...names].sort());
  });

  test('is passed to the Prometheus operator unchanged', () => {
    const script = join(projectRoot(), 'deploy', 'kubernetes', 'examples', 'prometheus-rule.sh');
    const printed = execFileSync('sh', [script, 'exchange-sandbox'], { encoding: 'utf8' });
    expect(parse(printed)).toMatchObject({
      apiVersion: 'monitoring.coreos.com/v1',
      kind: 'PrometheusRule',
      metadata: { namespace: 'exchange-sandbox' },
      spec: { groups: ruleGroups() },
    });
  });
});

describe('the dashboard', () => {
  test('shows only the chosen environment', () => {
    const selectors = panels().flatMap(({ targets = [] }) =>
      targets.flatMap(({ expr }) => parsePromQl(expr).selectors),
    );
    expect(selectors.length).toBeGreaterThan(40);
    const others = selectors.filter((one) => of(one, 'environment') !== '="$environment"');
    expect(others.map(({ series: name }) => name)).toEqual([]);
  });

  test('offers the environments and services of the exchange', () => {
    const ours = `service=~"${EVERY_SERVICE}"`;
    expect(variables()).toMatchObject([
      { name: 'datasource' },
      {
        name: 'environment',
        definition: `label_values(process_start_time_seconds{environment!="",${ours}}, environment)`,
      },
      {
        name: 'service',
        definition: `label_values(process_start_time_seconds{environment="$environment",${ours}}, service)`,
        allValue: EVERY_SERVICE,
      },
    ]);
  });

  test('gives every panel a separate area and a unique id', () => {
    const ids = panels().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const cells = panels().flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)}/${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(panels().every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
  });

  test('shows every metric of the exchange', () => {
    const shown = new Set(expressions.flatMap(([, expr]) => parsePromQl(expr).series));
    const ours = [...known.values()].filter(({ name }) => !/^(nodejs|process)_/.test(name));
    const missing = ours.filter((metric) => !seriesOf(metric).some(([name]) => shown.has(name)));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });
});

describe('the guide', () => {
  const rows = [...guide.matchAll(/^- `(\w+)` \((\w+)(?:; (.*?))?\): (.+)$/gm)].map(
    ([, name = '', type, labels = '', meaning]) => ({
      ...{ name, type, meaning },
      labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label),
    }),
  );

  test('documents every metric that the exchange declares or shows, and no other metric', () => {
    const shown = new Set(expressions.flatMap(([, expr]) => parsePromQl(expr).series));
    const isOurs = (name: string) => !/^(nodejs|process)_/.test(name);
    const expected = [...known.values()].filter(
      (metric) => isOurs(metric.name) || seriesOf(metric).some(([name]) => shown.has(name)),
    );
    expect(rows.map(({ name }) => name).sort()).toEqual(expected.map(({ name }) => name).sort());
  });

  test.each(rows.map((row) => [row.name, row] as const))(
    'documents the meaning, type and labels of %s',
    (name, { type, labels, meaning }) => {
      const metric = known.get(name);
      expect({ type, labels }).toEqual({ type: metric?.type, labels: metric?.labels });
      expect(meaning).toMatch(/\w/);
    },
  );
});

/** The matcher of a selector for a label, e.g. `="gateway"`; undefined without a matcher. */
function of({ matchers }: Selector, asked: string): string | undefined {
  const found = matchers.find(({ label }) => label === asked);
  return found && `${found.operator}"${found.value}"`;
}
