/** Something that must hold, and for which things it does not: ids, or what was seen. */
export interface Check {
  readonly promise: string;
  readonly broken: readonly string[];
}

/** What one scenario did and found. */
export interface ScenarioReport {
  readonly scenario: string;
  readonly bus: string;
  /** What was done to the system, in order. */
  readonly deeds: readonly string[];
  /** What clients asked for, and what became of it. */
  readonly counts: readonly string[];
  readonly checks: readonly Check[];
  readonly seconds: number;
}

/** So that a report stays readable where everything broke. */
const MOST_NAMED = 20;

export function holds({ checks }: Pick<ScenarioReport, 'checks'>): boolean {
  return checks.every(({ broken }) => broken.length === 0);
}

/** Each promise that was broken, with what it was broken for. */
export function brokenPromises({ checks }: ScenarioReport): readonly string[] {
  return checks.flatMap(({ promise, broken }) => broken.map((what) => `${promise}: ${what}`));
}

/** The report as text: what was done, what was counted, what was checked, the verdict. */
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
