import type { VersionApproval } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const APPROVALS = `
select policy_id, version, approval
from policy_version join unnest($1::uuid[], $2::integer[]) as applied (policy_id, version)
  using (policy_id, version)
where approval is not null`;

/** A version of a policy; null for the built-in default. */
export interface AppliedVersion {
  readonly policyId: string | null;
  readonly policyVersion: number | null;
}

interface Row {
  readonly policy_id: string;
  readonly version: number;
  readonly approval: VersionApproval;
}

@Injectable()
export class VersionApprovals {
  constructor(private readonly dataSource: DataSource) {}

  /** The approval of the draft that each version was; null where none is recorded. */
  async of(versions: readonly AppliedVersion[]): Promise<(VersionApproval | null)[]> {
    if (versions.length === 0) return [];
    const rows = await this.dataSource.query<Row[]>(APPROVALS, [
      versions.map(({ policyId }) => policyId),
      versions.map(({ policyVersion }) => policyVersion),
    ]);
    return versions.map((applied) => {
      const row = rows.find(
        ({ policy_id, version }) =>
          policy_id === applied.policyId && version === applied.policyVersion,
      );
      return row?.approval ?? null;
    });
  }
}
