/** A condition of readiness: undefined while it holds, else the reason. */
export type ReadinessCheck = () => Promise<string | undefined> | string | undefined;

/** The conditions for serving requests, and warnings that do not affect readiness. */
export class Readiness {
  private readonly checks: ReadinessCheck[] = [];
  private readonly hints: ReadinessCheck[] = [];

  require(check: ReadinessCheck): void {
    this.checks.push(check);
  }

  /** Adds a warning that does not affect readiness. */
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
