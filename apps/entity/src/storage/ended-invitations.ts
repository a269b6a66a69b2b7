import { ENDED_INVITATION_DAYS } from '@ndx/contracts';
import type { ExpiringRows } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Every invitation has ended by its expiry. Uses the index invitation_by_expiry. */
const DELETE_ENDED = `
delete from invitation where id in (
  select id from invitation
  where expires_at < now() - interval '${ENDED_INVITATION_DAYS} days'
  order by expires_at limit $1 for update skip locked)`;

/** Ended invitations, whose retention is over. */
@Injectable()
export class EndedInvitations implements ExpiringRows {
  readonly table = 'invitation';

  constructor(private readonly dataSource: DataSource) {}

  async deleteExpired(limit: number): Promise<number> {
    const [, deleted] = await this.dataSource.query<[unknown[], number]>(DELETE_ENDED, [limit]);
    return deleted;
  }
}
