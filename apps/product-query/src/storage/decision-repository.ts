import {
  notFound,
  type ConsentDemand,
  type ModelSelection,
  type PermissiblePurpose,
  type Principal,
  type QueryEvent,
} from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AskedQuery } from '../domain/decision/asked-query.js';
import type { Decision } from '../domain/decision/decision.js';
import {
  explanationReader,
  type ExplanationReader,
} from '../domain/explanation/explanation-reader.js';
import { ownJson } from './own-json.js';
import { QueryTexts, type QueryRow } from './query-texts.js';
import { EVENT_COLUMNS, eventOf, type EventColumns } from './stored-event.js';
import type { QueryTextsRow } from './text-parts.js';

/** A query as it was answered and decided. */
export interface DecidedQuery {
  readonly event: QueryEvent;
  /** Undefined where it was answered before decisions were recorded. */
  readonly decision: Decision | undefined;
  /** Whether it named its policy. */
  readonly namesPolicy?: boolean;
  /** The issued certificate as JSON text. */
  readonly certificate: string | undefined;
  readonly selectionsOf: (policyId: string, version: number) => readonly ModelSelection[];
}

/** A query, with what its reader may see of it. */
export interface VisibleQuery {
  readonly query: DecidedQuery;
  readonly reader: ExplanationReader;
}

/** Whether a query named its policy, of the column `asked`. */
export const NAMES_POLICY = `(asked::json ->> 'policy') is not null as names_policy`;

const SELECT = `
select ${EVENT_COLUMNS}, occurred_at, ${NAMES_POLICY}
from query_event`;

const FIND = `${SELECT} where query_event_id = $1`;

const ASKED = `select asked::json as asked from query_event where query_event_id = $1`;

const AMONG = `${SELECT} where query_event_id = any($1::uuid[])`;

/** Walks the index query_event_by_time. */
const PAGE = `${SELECT}
where occurred_at >= $1 and occurred_at <= $2
  and ($3::uuid is null or (occurred_at, query_event_id) >
    (select occurred_at, query_event_id from query_event where query_event_id = $3))
order by occurred_at, query_event_id limit $4`;

/** A version of a policy, by default the latest; no version has a number that is out of range. */
const POLICY_VERSION = `
select p.network_id, p.product_id, p.is_default, p.enforced, v.version, v.model_selections, v.consent, v.permissible_purposes
from policy_copy p join policy_version v using (policy_id)
where policy_id = $1 and ($2::numeric is null or v.version = $2)
order by v.version desc limit 1`;

const VERSIONS = `
select distinct policy_id, version, model_selections
from policy_version join unnest($1::uuid[], $2::integer[]) as asked (policy_id, version)
  using (policy_id, version)`;

export interface PolicyVersion {
  readonly networkId: string;
  readonly productId: string;
  /** Whether the policy is the default of its network. */
  readonly isDefault: boolean;
  readonly enforced: boolean;
  readonly version: number;
  readonly modelSelections: readonly ModelSelection[];
  readonly consent: ConsentDemand | null;
  readonly permissiblePurposes: readonly PermissiblePurpose[];
}

interface PolicyVersionRow {
  readonly network_id: string;
  readonly product_id: string;
  readonly is_default: boolean;
  readonly enforced: boolean;
  readonly version: number;
  readonly model_selections: string;
  readonly consent: ConsentDemand | null;
  readonly permissible_purposes: string;
}

type Row = QueryRow & EventColumns & { readonly names_policy: boolean };

@Injectable()
export class DecisionRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly texts: QueryTexts,
  ) {}

  /**
   * @throws RESOURCE_NOT_FOUND when the caller neither asked it nor governs one of its networks;
   *   OPERATION_FAILED when its archive cannot be read
   */
  async find(principal: Principal, queryEventId: string): Promise<VisibleQuery> {
    const [row] = await this.dataSource.query<Row[]>(FIND, [queryEventId]);
    const reader = row && explanationReader(principal, row);
    // Nobody else may learn that the archive of a query cannot be read.
    const [query] = reader ? await this.decidedIn([row]) : [];
    if (!query || !reader) throw notFound('not_found', 'query event not found');
    return { query, reader };
  }

  /** A query whose decision mentions an institution; undefined for any other. */
  async considering(entityId: string, queryEventId: string): Promise<DecidedQuery | undefined> {
    const rows = await this.dataSource.query<Row[]>(FIND, [queryEventId]);
    const found = await this.texts.of(rows, { withBody: true });
    const [query] = await this.decidedOf(
      found.filter(({ decision }) => decision?.includes(entityId)),
    );
    return query;
  }

  /** The decision on a query; undefined for one that was answered and lost. */
  async decisionOn(queryEventId: string): Promise<Decision | undefined> {
    const rows = await this.dataSource.query<Row[]>(FIND, [queryEventId]);
    const [query] = await this.texts.of(rows);
    return ownJson(query?.decision ?? null) as Decision | undefined;
  }

  /** How a query named its policy, consent and subject; undefined where it is not recorded. */
  async askedBy(queryEventId: string): Promise<AskedQuery | undefined> {
    const [row] = await this.dataSource.query<{ readonly asked: AskedQuery | null }[]>(ASKED, [
      queryEventId,
    ]);
    return row?.asked ?? undefined;
  }

  /** Queries by id; unknown ones are omitted. @throws OPERATION_FAILED when an archive cannot be read */
  async among(queryEventIds: readonly string[]): Promise<ReadonlyMap<string, DecidedQuery>> {
    const queries = await this.decidedIn(
      await this.dataSource.query<Row[]>(AMONG, [queryEventIds]),
    );
    return new Map(queries.map((query) => [query.event.query_event_id, query]));
  }

  /** The queries of a window after one of them, oldest first. */
  async page(window: {
    readonly since: Date;
    readonly until: Date;
    readonly after: string | undefined;
    readonly limit: number;
  }): Promise<DecidedQuery[]> {
    const { since, until, after = null, limit } = window;
    return this.decidedIn(await this.dataSource.query<Row[]>(PAGE, [since, until, after, limit]));
  }

  /** A version of a policy, by default the latest; undefined where it is unknown. */
  async policyVersion(
    policyId: string,
    version: number | undefined,
  ): Promise<PolicyVersion | undefined> {
    const [row] = await this.dataSource.query<PolicyVersionRow[]>(POLICY_VERSION, [
      policyId,
      version ?? null,
    ]);
    return (
      row && {
        networkId: row.network_id,
        productId: row.product_id,
        isDefault: row.is_default,
        enforced: row.enforced,
        version: row.version,
        modelSelections: JSON.parse(row.model_selections) as ModelSelection[],
        consent: row.consent,
        permissiblePurposes: JSON.parse(row.permissible_purposes) as PermissiblePurpose[],
      }
    );
  }

  /** Reads the decisions of rows with the columns of `SELECT`. */
  private async decidedIn(rows: readonly Row[]): Promise<DecidedQuery[]> {
    return this.decidedOf(await this.texts.of(rows, { withBody: true }));
  }

  private async decidedOf(rows: readonly (Row & QueryTextsRow)[]): Promise<DecidedQuery[]> {
    const queries = rows.map((row) => ({
      event: eventOf(row),
      namesPolicy: row.names_policy,
      decision: ownJson(row.decision) as Decision | undefined,
      certificate: row.body ?? undefined,
    }));
    const selectionsOf = await this.selectionsIn(queries);
    return queries.map((query) => ({ ...query, selectionsOf }));
  }

  /** The model selections of the versions of policies that governed queries. */
  async selectionsIn(
    queries: readonly Pick<DecidedQuery, 'event' | 'decision'>[],
  ): Promise<DecidedQuery['selectionsOf']> {
    const versions = distinctVersions(queries.flatMap(policyVersionsOf));
    const rows = await this.dataSource.query<
      { policy_id: string; version: number; model_selections: string }[]
    >(VERSIONS, [versions.map(([policyId]) => policyId), versions.map(([, version]) => version)]);
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

type Version = readonly [policyId: string | null, version: number | null];

/** Each version once: most queries have the same. */
function distinctVersions(versions: readonly Version[]): Version[] {
  const named = versions.filter(([policyId]) => policyId !== null);
  return [...new Map(named.map((version) => [version.join(' '), version])).values()];
}

/** The policy versions of a query's networks and, for a bundle, of its data sets. */
function policyVersionsOf({
  event,
  decision,
}: Pick<DecidedQuery, 'event' | 'decision'>): Version[] {
  const networks = event.networks.map(
    ({ policy_id, policy_version }) => [policy_id, policy_version] as const,
  );
  const parts = Object.values(decision?.template?.parts ?? {}).flatMap(({ rules }) =>
    rules.flatMap((applied) => (applied ? [[applied[0], applied[1]] as const] : [])),
  );
  return [...networks, ...parts];
}
