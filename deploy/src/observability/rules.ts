import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@ndx/local-infra';
import { parse } from 'yaml';

export interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** A series that Prometheus calculates. */
export interface RecordingRule {
  readonly record: string;
  readonly expr: string;
}

export interface RuleGroup {
  readonly name: string;
  readonly rules: readonly (Alert | RecordingRule)[];
}

const OBSERVABILITY = join(projectRoot(), 'deploy', 'observability');

/** The groups of deploy/observability/prometheus/alerts.yaml. */
export function ruleGroups(): readonly RuleGroup[] {
  const text = readFileSync(join(OBSERVABILITY, 'prometheus', 'alerts.yaml'), 'utf8');
  return (parse(text) as { readonly groups: readonly RuleGroup[] }).groups;
}

/** The published address of docs/, from deploy/observability/alerts.yaml. */
export function documentsUrl(): string {
  const text = readFileSync(join(OBSERVABILITY, 'alerts.yaml'), 'utf8');
  return (parse(text) as { readonly documents: string }).documents;
}

export function alerts(): readonly Alert[] {
  return ruleGroups().flatMap(({ rules }) => rules.filter((rule) => 'alert' in rule));
}

export function recordingRules(): readonly RecordingRule[] {
  return ruleGroups().flatMap(({ rules }) => rules.filter((rule) => 'record' in rule));
}

/** The members of a dashboard panel that the tests read. */
export interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: {
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
  };
  readonly targets?: readonly { readonly expr: string }[];
}

/** The members of a dashboard variable that the tests read. */
export interface Variable {
  readonly name: string;
  readonly definition?: string;
  /** The value of _All_. */
  readonly allValue?: string;
}

interface Dashboard {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly Variable[] };
}

export function panels(): readonly Panel[] {
  return dashboard().panels;
}

export function variables(): readonly Variable[] {
  return dashboard().templating.list;
}

/** deploy/observability/grafana/data-exchange.json. */
function dashboard(): Dashboard {
  const text = readFileSync(join(OBSERVABILITY, 'grafana', 'data-exchange.json'), 'utf8');
  return JSON.parse(text) as Dashboard;
}
