import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@ndx/local-infra';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { COMMON_LABELS, knownMetrics, seriesOf } from './metrics-of.js';
import { parsePromQl } from './promql.js';
import { alerts, panels, ruleGroups } from './rules.js';

const read = (...path: readonly string[]) => readFileSync(join(projectRoot(), ...path), 'utf8');

const known = knownMetrics();
const series = new Map([...known.values()].flatMap(seriesOf));
const guide = read('docs', 'operators', 'observe.md');

const expressions = [
  ...alerts().map(({ alert, expr }) => [`alert ${alert}`, expr] as const),
  ...panels().flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }, at) => [`panel ${title} ${at + 1}`, expr] as const),
  ),
];

describe('the expression of', () => {
  test.each(expressions)('%s reads metrics by labels that the processes have', (_name, expr) => {
    const { series: names, labels } = parsePromQl(expr);
    expect(names).not.toEqual([]);
    expect(names.filter((name) => !series.has(name))).toEqual([]);
    const possible = [...COMMON_LABELS, ...names.flatMap((name) => series.get(name) ?? [])];
    expect(labels.filter((label) => !possible.includes(label))).toEqual([]);
  });

  test.each(expressions)('%s selects routes and services that there are', (_name, expr) => {
    const { paths } = JSON.parse(read('apps', 'gateway', 'openapi.json')) as { paths: object };
    const services = [...known.values()].flatMap((metric) => metric.services);
    for (const [label, value] of parsePromQl(expr).selected) {
      if (label === 'route') expect(Object.keys(paths)).toContain(value);
      if (label === 'service') expect(services).toContain(value);
    }
  });

  test.each(['sum by (a) (x{', 'rate(x[5m]', 'foo(bar)', 'a b'])('%s is none', (text) => {
    expect(() => parsePromQl(text)).toThrow('not PromQL');
  });
});

describe('an alert', () => {
  test.each(alerts().map((alert) => [alert.alert, alert] as const))(
    '%s says how severe it is, what happened, and where to read what to do',
    (name, { for: lasting, labels, annotations }) => {
      expect(['critical', 'warning', 'info']).toContain(labels['severity']);
      expect(lasting).toMatch(/^\d+[smh]$/);
      expect(annotations).toMatchObject({
        summary: expect.stringMatching(/\S/),
        description: expect.stringMatching(/\S/),
        runbook_url: `docs/operators/observe.md#${name.toLowerCase()}`,
      });
      expect(guide).toContain(`\n### ${name}\n`);
    },
  );

  test('that the guide tells of exists, and each exists once', () => {
    const names = alerts().map(({ alert }) => alert);
    const [, told = ''] = guide.split('\n## Alerts\n');
    const headings = told.split('\n## ')[0]?.matchAll(/^### (\S+)$/gm) ?? [];
    expect([...headings].map(([, name]) => name).sort()).toEqual([...names].sort());
  });

  test('reaches the Prometheus operator as it is', () => {
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
  test('gives every panel a place and a number of its own', () => {
    const ids = panels().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const cells = panels().flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)}/${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(panels().every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
  });

  test('shows every metric of our own', () => {
    const shown = new Set(expressions.flatMap(([, expr]) => parsePromQl(expr).series));
    const ours = [...known.values()].filter(({ name }) => !/^(nodejs|process)_/.test(name));
    const missing = ours.filter((metric) => !seriesOf(metric).some(([name]) => shown.has(name)));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });
});

describe('the guide', () => {
  const rows = [
    ...guide.matchAll(/^\| `(\w+)` +\| (\w+) +\| (.*?) +\| (.*?) +\| (.*?) +\|$/gm),
  ].map(([, name = '', type, labels = '', unit, meaning]) => ({
    ...{ name, type, unit, meaning },
    labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label),
  }));

  test('tells of every metric, and of no other', () => {
    // Some of a process's own figures are there on Linux alone.
    const isHere = (name: string) =>
      known.has(name) || process.platform === 'linux' || !/^process_/.test(name);
    expect(
      rows
        .map(({ name }) => name)
        .filter(isHere)
        .sort(),
    ).toEqual([...known.keys()].sort());
  });

  test.each(rows.map((row) => [row.name, row] as const))(
    'tells of %s what it is, in which unit, and by which labels',
    (name, { type, labels, unit, meaning }) => {
      const metric = known.get(name);
      expect({ type, labels }).toEqual({ type: metric?.type, labels: metric?.labels });
      expect(unit).toBe(unitOf(name));
      expect(meaning).toMatch(/\w+/);
    },
  );
});

/** By its name, as Prometheus advises. */
function unitOf(name: string): string {
  const [, unit] = /_(seconds|bytes)(_total)?$/.exec(name) ?? [];
  return unit ?? 'count';
}
