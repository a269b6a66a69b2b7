/** A condition of readiness: undefined while it holds, else why it does not. */
export type ReadinessCheck = () => Promise<string | undefined> | string | undefined;

/** What must hold before a process is sent work. */
export class Readiness {
  private readonly checks: ReadinessCheck[] = [];

  require(check: ReadinessCheck): void {
    this.checks.push(check);
  }

  async problems(): Promise<string[]> {
    const answers = await Promise.all(this.checks.map(async (check) => check()));
    return answers.filter((answer) => answer !== undefined);
  }
}
