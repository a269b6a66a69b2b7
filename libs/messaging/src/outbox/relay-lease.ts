import { newId } from '@ndx/contracts';
import type { DataSource } from 'typeorm';

/** The fencing token increases whenever the lease changes hands; fenced statements compare it. */
const TAKE_OR_RENEW = `
update relay_lease
set owner = $1, token = token + (owner <> $1)::int, expires_at = clock_timestamp() + $2 * interval '1 ms'
where owner = $1 or expires_at < clock_timestamp()
returning token`;

const RELEASE = `update relay_lease set expires_at = '-infinity' where owner = $1`;

/** Decides which of a service's processes publishes its outbox: one at a time. */
export class RelayLease {
  private readonly owner = newId();
  private token: string | undefined;
  private renewAt = 0;

  constructor(
    private readonly dataSource: DataSource,
    private readonly durationMs: number,
  ) {}

  /** Returns the fencing token, or undefined while another process holds the lease. */
  async hold(): Promise<string | undefined> {
    if (this.token !== undefined && Date.now() < this.renewAt) return this.token;
    const renewAt = Date.now() + this.durationMs / 3;
    const [rows] = await this.dataSource.query<[{ token: string }[], number]>(TAKE_OR_RENEW, [
      this.owner,
      this.durationMs,
    ]);
    this.token = rows[0]?.token;
    this.renewAt = renewAt;
    return this.token;
  }

  /** Clears the cached lease, so that the next `hold` reads the database. */
  invalidate(): void {
    this.token = undefined;
  }

  async release(): Promise<void> {
    this.token = undefined;
    await this.dataSource.query(RELEASE, [this.owner]);
  }
}
