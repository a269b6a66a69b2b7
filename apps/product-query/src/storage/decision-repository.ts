import type { ModelSelection, QueryEvent } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Decision } from '../domain/decision.js';

/** A query as it was answered and decided. */
export interface DecidedQuery {
  readonly event: QueryEvent;
  /** Undefined where it was answered before decisions were recorded. */
  readonly decision: Decision | undefined;
  /** The issued certificate as JSON text. */
  readonly certificate: string | undefined;
  readonly selectionsOf: (policyId: string, version: number) => readonly ModelSelection[];
}

/** By primary keys. */
const FIND = `
select e.payload, e.decision, c.body as certificate
from query_event e
left join certificate c on c.certificate_id = (e.payload::json ->> 'certificate_id')::uuid
where e.query_event_id = $1`;

const VERSIONS = `
select distinct policy_id, version, model_selections
from policy_version join unnest($1::uuid[], $2::integer[]) as asked (policy_id, version)
  using (policy_id, version)`;

@Injectable()
export class DecisionRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(queryEventId: string): Promise<DecidedQuery | undefined> {
    const [row] = await this.dataSource.query<
      { payload: string; decision: string | null; certificate: string | null }[]
    >(FIND, [queryEventId]);
    if (!row) return undefined;
    const event = JSON.parse(row.payload) as QueryEvent;
    return {
      event,
      decision: row.decision === null ? undefined : (JSON.parse(row.decision) as Decision),
      certificate: row.certificate ?? undefined,
      selectionsOf: await this.selectionsIn([event]),
    };
  }

  /** The model selections of the versions of policies that governed queries. */
  async selectionsIn(events: readonly QueryEvent[]): Promise<DecidedQuery['selectionsOf']> {
    const networks = events.flatMap((event) => event.networks ?? []);
    const rows = await this.dataSource.query<
      { policy_id: string; version: number; model_selections: string }[]
    >(VERSIONS, [
      networks.map(({ policy_id }) => policy_id),
      networks.map(({ policy_version }) => policy_version),
    ]);
    const known = new Map(
      rows.map(({ policy_id, version, model_selections }) => [
        `${policy_id} ${String(version)}`,
        JSON.parse(model_selections) as ModelSelection[],
      ]),
    );
    return (policyId, version) => {
      const selections = known.get(`${policyId} ${String(version)}`);
      if (!selections)
        throw new Error(`version ${String(version)} of policy ${policyId} is not kept`);
      return selections;
    };
  }
}
