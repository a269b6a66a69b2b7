import type { Request } from '../http/request.js';
import type { Outcome, Row } from '../run/row.js';

/** Longer bodies are truncated in the report. */
const LONGEST_BODY = 1_000;
/**
 * Maximum number of detailed failures of a group; the others are listed. The JSON report has all.
 */
const SPELLED_OUT = 5;

/**
 * The report by section of the contract: a line for each row or group of rows, details of failed
 * rows, the totals last. It contains no credentials.
 */
export function reportOf(
  outcomes: readonly Outcome[],
  titles: ReadonlyMap<string, string>,
): string {
  const sections = new Set([...titles.keys(), ...outcomes.map(({ row }) => row.section)]);
  const parts = [...sections].flatMap((section) => {
    const own = outcomes.filter(({ row }) => row.section === section);
    return own.length === 0 ? [] : [sectionText(section, titles.get(section) ?? '', own)];
  });
  return [...parts, totalsOf(outcomes)].join('\n\n');
}

/** Whether no row failed, and none was left out because its token is missing, unless that is allowed. */
export function havePassed(outcomes: readonly Outcome[], allowSkipped: boolean): boolean {
  return outcomes.every(
    ({ verdict }) => verdict === 'passed' || (verdict === 'not run' && allowSkipped),
  );
}

/** `N passed, N failed, N not run`. */
export function totalsOf(outcomes: readonly Outcome[]): string {
  return (['passed', 'failed', 'not run'] as const)
    .map((verdict) => `${outcomes.filter((o) => o.verdict === verdict).length} ${verdict}`)
    .join(', ');
}

function sectionText(section: string, title: string, outcomes: readonly Outcome[]): string {
  const groups = groupsOf(outcomes, ({ row }) => row.group ?? row.says);
  const lines = [...groups].flatMap(([name, members]) => groupLines(name, members));
  return [`${`${section}  ${title}`.trim()}  (${totalsOf(outcomes)})`, ...lines].join('\n');
}

function groupLines(name: string, outcomes: readonly Outcome[]): readonly string[] {
  const failed = outcomes.filter((outcome) => outcome.verdict === 'failed');
  const notRun = outcomes.filter((outcome) => outcome.verdict === 'not run');
  const passed = outcomes.length - failed.length - notRun.length;
  return [
    ...(passed > 0 ? [`  ok      ${name}${timesOf(passed)}`] : []),
    ...[...groupsOf(notRun, ({ reason }) => reason)].map(
      ([reason, rows]) => `  not run ${name}${timesOf(rows.length)}: ${reason}`,
    ),
    ...failed.flatMap((outcome, index) => [
      `  FAILED  ${outcome.row.says}`,
      ...(index < SPELLED_OUT ? failureLines(outcome) : []),
    ]),
  ];
}

function failureLines({ failure }: Extract<Outcome, { verdict: 'failed' }>): readonly string[] {
  const { expected, got, answer } = failure;
  const lines = [`expected  ${expected}`, `got       ${got}`];
  if (answer) {
    lines.push(`request   ${requestOf(answer.request)}`);
    lines.push(`answer    ${answer.status}, request id ${answer.requestId}`);
  }
  return lines.map((line) => `            ${line}`);
}

/** The result in the JSON report. */
export function jsonOf(outcome: Outcome): Readonly<Record<string, unknown>> {
  const { row, verdict } = outcome;
  return {
    ...reportRow(row),
    verdict,
    ...(verdict === 'not run' && { reason: outcome.reason }),
    ...(verdict === 'failed' && {
      expected: outcome.failure.expected,
      got: outcome.failure.got,
      ...(outcome.failure.answer && {
        request: `${outcome.failure.answer.request.method} ${outcome.failure.answer.request.path}`,
        body: outcome.failure.answer.request.text ?? outcome.failure.answer.request.body,
        request_id: outcome.failure.answer.requestId,
      }),
    }),
  };
}

function reportRow({ section, says, group }: Row) {
  return { section, says, ...(group !== undefined && { group }) };
}

/** A request in one line, without the credential. */
function requestOf({ method, path, headers = {}, text, body }: Request): string {
  const shown = Object.entries(headers).filter(([name]) => name !== 'authorization');
  const sent = text ?? (body === undefined ? '' : JSON.stringify(body));
  return [
    `${method} ${path}`,
    ...shown.map(([name, value]) => `${name}: ${value}`),
    sent.length > LONGEST_BODY ? `${sent.slice(0, LONGEST_BODY)}…` : sent,
  ]
    .filter((part) => part !== '')
    .join('  ');
}

function timesOf(count: number): string {
  return count > 1 ? ` (${count})` : '';
}

/** Groups items by key, in the order in which the keys first appear. */
function groupsOf<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}
