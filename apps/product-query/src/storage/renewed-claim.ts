const RENEW_MS = 5_000;

/** A claim of a process that is renewed while the process works on what it claimed. */
export class RenewedClaim {
  private failure: { readonly cause: unknown } | undefined;
  private renewals = Promise.resolve();
  private readonly timer: NodeJS.Timeout;

  /** @param renew returns the claim that replaces the last one */
  constructor(
    private claim: string,
    private readonly renew: (last: string) => Promise<string>,
  ) {
    this.timer = setInterval(() => {
      this.renewals = this.renewals.then(() => this.renewOnce());
    }, RENEW_MS);
  }

  /** Stops the renewal, and returns the last claim. @throws Error when a renewal failed */
  async end(): Promise<string> {
    clearInterval(this.timer);
    await this.renewals;
    if (this.failure) throw new Error('renewing a claim failed', this.failure);
    return this.claim;
  }

  private async renewOnce(): Promise<void> {
    try {
      this.claim = await this.renew(this.claim);
    } catch (cause) {
      this.failure ??= { cause };
    }
  }
}
