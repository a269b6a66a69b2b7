import type { Document } from 'yaml';

/** A service level objective over 30 days, as `deploy/observability/alerts.yaml` declares it. */
export interface Objective {
  readonly name: string;
  /** The share that must be good. */
  readonly objective: number;
  readonly summary: string;
  /** What is bad and what is counted, per second and environment. */
  readonly bad: string;
  readonly all: string;
}

/** In multiples of the rate that spends exactly the budget of 30 days in 30 days. */
interface BurnRate {
  readonly rate: number;
  /** The long window; the alert ends with the short one. */
  readonly windows: readonly [long: string, short: string];
}

/** 2 % of the budget in an hour, or 5 % in six hours. */
const FAST: readonly BurnRate[] = [
  { rate: 14.4, windows: ['1h', '5m'] },
  { rate: 6, windows: ['6h', '30m'] },
];
/** 10 % of the budget in three days. */
const SLOW: readonly BurnRate[] = [{ rate: 1, windows: ['3d', '6h'] }];

/** With fewer requests a second, one failure would spend the budget. */
const LEAST_PER_SECOND = 0.1;

const WINDOWS = [...new Set([...FAST, ...SLOW].flatMap(({ windows }) => windows))];

/** Replaces the objectives of a document by two groups: what they count, and their alerts. */
export function addObjectives(document: Document): void {
  const { objectives = [] } = document.toJS() as { readonly objectives?: readonly Objective[] };
  document.delete('objectives');
  if (objectives.length === 0) return;
  const groups = [
    { name: 'exchange-objectives', rules: objectives.flatMap(records) },
    {
      name: 'exchange-error-budgets',
      rules: objectives.flatMap((objective) => [
        alert(objective, 'Fast', FAST, 'critical'),
        alert(objective, 'Slowly', SLOW, 'warning'),
      ]),
    },
  ];
  for (const group of groups) document.addIn(['groups'], document.createNode(group));
}

/** Long windows add up what the short rates counted: their cost does not depend on the routes. */
function records({ name, bad, all }: Objective) {
  const [bads, alls] = [recordOf(name, 'bad'), recordOf(name, 'all')];
  return [
    { record: bads, expr: bad },
    { record: alls, expr: all },
    ...WINDOWS.map((window) => ({
      record: shareOf(name, window),
      expr: `${total(bads, window)} / ${total(alls, window)}`,
    })),
  ];
}

function recordOf(name: string, part: 'bad' | 'all'): string {
  const snakeCase = name.replaceAll(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase();
  return `environment:${snakeCase}_${part}:rate5m`;
}

/** Of what was counted within a time, the bad part. */
function shareOf(name: string, window: string): string {
  return recordOf(name, 'bad').replace('rate5m', `ratio${window}`);
}

function total(record: string, window: string): string {
  return `sum by (environment) (sum_over_time(${record}{environment!=""}[${window}]))`;
}

function alert(
  { name, objective, summary }: Objective,
  speed: 'Fast' | 'Slowly',
  burnRates: readonly BurnRate[],
  severity: 'critical' | 'warning',
) {
  const budget = rounded(1 - objective);
  const burning = burnRates.map(({ rate, windows: [long, short] }) => {
    const exceeds = `> ${rounded(rate * budget)}`;
    return `max by (environment) (${shareOf(name, long)}{environment!=""}) ${exceeds} and max by (environment) (${shareOf(name, short)}{environment!=""}) ${exceeds}`;
  });
  const isBusy = `${total(recordOf(name, 'all'), '1h').replace('sum_over_time', 'avg_over_time')} > ${LEAST_PER_SECOND}`;
  const isFast = speed === 'Fast';
  return {
    alert: `${name}Burns${speed}`,
    expr: isFast ? `(${burning.join(' or ')}) and ${isBusy}` : burning.join(' or '),
    for: '2m',
    labels: { severity },
    annotations: {
      summary: `{{ $labels.environment }}: {{ $value | humanizePercentage }} ${summary}`,
      description: `The objective allows ${rounded(budget * 100)} % in 30 days. ${
        isFast
          ? 'At this rate, its error budget ends within days.'
          : 'More was bad in the last three days.'
      }`,
    },
  };
}

/** Without the remainders of binary fractions. */
function rounded(share: number): number {
  return Number(share.toFixed(6));
}
