import type { VersionApproval, VersionBreakGlass } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const ORIGINS = `
select policy_id, version, approval, break_glass as "breakGlass"
from policy_version join unnest($1::uuid[], $2::integer[]) as applied (policy_id, version)
  using (policy_id, version)
where approval is not null or break_glass is not null`;

/** A version of a policy; null for the built-in default. */
export interface AppliedVersion {
  readonly policyId: string | null;
  readonly policyVersion: number | null;
}

/** How the draft that a version was became the version; null where none is recorded. */
export interface VersionOrigin {
  readonly approval: VersionApproval | null;
  readonly breakGlass: VersionBreakGlass | null;
}

interface Row extends VersionOrigin {
  readonly policy_id: string;
  readonly version: number;
}

const UNKNOWN: VersionOrigin = { approval: null, breakGlass: null };

@Injectable()
export class VersionOrigins {
  constructor(private readonly dataSource: DataSource) {}

  async of(versions: readonly AppliedVersion[]): Promise<VersionOrigin[]> {
    if (versions.length === 0) return [];
    const rows = await this.dataSource.query<Row[]>(ORIGINS, [
      versions.map(({ policyId }) => policyId),
      versions.map(({ policyVersion }) => policyVersion),
    ]);
    return versions.map(
      (applied) =>
        rows.find(
          ({ policy_id, version }) =>
            policy_id === applied.policyId && version === applied.policyVersion,
        ) ?? UNKNOWN,
    );
  }
}
