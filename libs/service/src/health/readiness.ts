/** A condition of readiness: undefined while it holds, else why it does not. */
export type ReadinessCheck = () => Promise<string | undefined> | string | undefined;

/** What must hold before a process is sent work, and what an operator should know meanwhile. */
export class Readiness {
  private readonly checks: ReadinessCheck[] = [];
  private readonly hints: ReadinessCheck[] = [];

  require(check: ReadinessCheck): void {
    this.checks.push(check);
  }

  /** Shows a condition that does not keep the process from its work. */
  warn(check: ReadinessCheck): void {
    this.hints.push(check);
  }

  problems(): Promise<string[]> {
    return answersOf(this.checks);
  }

  warnings(): Promise<string[]> {
    return answersOf(this.hints);
  }
}

async function answersOf(checks: readonly ReadinessCheck[]): Promise<string[]> {
  const answers = await Promise.all(checks.map(async (check) => check()));
  return answers.filter((answer) => answer !== undefined);
}
