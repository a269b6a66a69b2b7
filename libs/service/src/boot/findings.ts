import { describeError } from '@ndx/contracts';
import { ReportedFailure } from '@ndx/config';

/** The result of one check of the `doctor` command. */
export interface Finding {
  /** What was checked, such as a variable. */
  readonly subject: string;
  /** `warning`: it works, and should be different. */
  readonly state: 'ok' | 'warning' | 'failed';
  /** In a sentence. */
  readonly text: string;
}

/** Runs a check; an error that it throws is a finding, too. */
export async function finding(
  subject: string,
  check: () => Promise<Omit<Finding, 'subject'>>,
): Promise<Finding> {
  try {
    return { subject, ...(await check()) };
  } catch (error) {
    const text = error instanceof ReportedFailure ? error.message : describeError(error);
    return { subject, state: 'failed', text: text.replace(`${subject}: `, '') };
  }
}

/**
 * Writes a line for each finding to standard output.
 * @throws ReportedFailure when a check failed: the process exits with status 1
 */
export function reportFindings(findings: readonly Finding[]): void {
  const lines = findings.map(
    ({ state, subject, text }) => `${state.padEnd(8)}${subject}: ${text}\n`,
  );
  process.stdout.write(lines.join(''));
  const failed = findings.filter(({ state }) => state === 'failed').length;
  if (failed > 0) throw new ReportedFailure(`${failed} of ${findings.length} checks failed`);
}
