/** A check, with the ids or observations for which it failed. */
export interface Check {
  readonly promise: string;
  readonly broken: readonly string[];
}

/** The actions and results of one scenario. */
export interface ScenarioReport {
  readonly scenario: string;
  readonly bus: string;
  /** The injected faults, in order. */
  readonly deeds: readonly string[];
  /** The operations of clients, with their results. */
  readonly counts: readonly string[];
  readonly checks: readonly Check[];
  readonly seconds: number;
}

/** Limits the examples of a failed check. */
const MOST_NAMED = 20;

export function holds({ checks }: Pick<ScenarioReport, 'checks'>): boolean {
  return checks.every(({ broken }) => broken.length === 0);
}

/** The failed checks with their examples. */
export function brokenPromises({ checks }: ScenarioReport): readonly string[] {
  return checks.flatMap(({ promise, broken }) => broken.map((what) => `${promise}: ${what}`));
}

/** The report as text: the faults, the counts, the checks, the verdict. */
export function describeReport(report: ScenarioReport): string {
  const verdict = holds(report) ? 'every promise held' : 'A PROMISE WAS BROKEN';
  return [
    `${report.scenario} on the ${report.bus} bus: ${verdict} (${report.seconds.toFixed(0)} s)`,
    ...report.deeds.map((deed) => `  did      ${deed}`),
    ...report.counts.map((count) => `  counted  ${count}`),
    ...report.checks.flatMap(describeCheck),
  ].join('\n');
}

function describeCheck({ promise, broken }: Check): string[] {
  if (broken.length === 0) return [`  held     ${promise}`];
  const rest = broken.length - MOST_NAMED;
  return [
    `  BROKEN   ${promise}`,
    ...broken.slice(0, MOST_NAMED).map((one) => `             ${one}`),
    ...(rest > 0 ? [`             and ${rest} more`] : []),
  ];
}
