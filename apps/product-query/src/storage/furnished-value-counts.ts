import { kybCertificate } from '@ndx/catalog';
import { MAX_COUNTED_RECORDS } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { CountedValues, RecordCount } from '../domain/furnished-values.js';
import { HAS_LEFT } from './candidate-row.js';

/** Most bytes of the read sections of one model, since documents are parts of sections. */
const MAX_COUNTED_BYTES = 64 * 2 ** 20;

/**
 * Of each model of a data set the newest statements of a network, by the index statement_by_network,
 * and one more, which shows that there are others. An institution that knows its own records could
 * read the step of a count as the value of one more, so those of the reader are not counted. A row
 * counts the statements in a state (`field` is null), or those with a value of a field; `value` is
 * null for all values that are not listed.
 */
export const COUNT_VALUES = `
with listed as materialized (
  select * from unnest($2::text[], $3::text[], $4::text[]) as listed (model, field, value)
), models as (
  select * from unnest($6::text[], $7::text[]) as models (dataset, model)
)
select section.model, section.state, stated.field, listed.value, count(*)::integer as records
from (
  select model, state, dataset = '${kybCertificate.slug}' as in_parts, case when state = 'counted'
      then (case when dataset = '${kybCertificate.slug}' then '{' || content || '}' else content end)::json
    end as content
  from (
    select dataset, model, content,
      case when place > ${MAX_COUNTED_RECORDS} or bytes > ${MAX_COUNTED_BYTES} then 'unread'
        when has_left then 'left' else 'counted' end as state
    from models
    cross join lateral (
      select content, has_left,
        row_number() over newest_first as place,
        sum(octet_length(content)) over newest_first as bytes
      from (
        select s.content, s.furnished_at, ${HAS_LEFT} as has_left
        from statement s
        where s.network_id = $1 and s.furnishing_entity_id <> $5 and s.dataset = models.dataset and s.model = models.model
        order by s.furnished_at desc
        limit ${MAX_COUNTED_RECORDS + 1}
      ) newest
      window newest_first as (order by furnished_at desc rows unbounded preceding)
    ) measured
  ) placed
  -- The text of a section is parsed once.
  offset 0
) section
cross join lateral (
  select null::text as field, null::text as value
  union all
  select key, value from json_each_text(
    case when in_parts then section.content -> 'assertions' else section.content end)
  union all
  select key, value from json_each_text(case when in_parts then section.content -> 'data' end)
) stated
left join (select distinct model, field from listed) known
  on known.model = section.model and known.field = stated.field
left join listed
  on listed.model = section.model and listed.field = stated.field and listed.value = stated.value
where stated.field is null or (known.field is not null and stated.value is not null)
group by 1, 2, 3, 4`;

/** The values that the standing records of a network state. */
@Injectable()
export class FurnishedValueCounts {
  /** The counts that are being read, by network, reader and product. */
  private readonly running = new Map<string, Promise<RecordCount[]>>();

  constructor(private readonly dataSource: DataSource) {}

  /**
   * Only listed values are in the result. Models without a record are absent. Requests at the same
   * time share a count.
   */
  countsOf(networkId: string, readerId: string, values: CountedValues): Promise<RecordCount[]> {
    const key = `${networkId} ${readerId} ${values.slug}`;
    const running = this.running.get(key) ?? this.count(networkId, readerId, values);
    this.running.set(key, running);
    return running.finally(() => this.running.delete(key));
  }

  private count(
    networkId: string,
    readerId: string,
    { models, fields }: CountedValues,
  ): Promise<RecordCount[]> {
    const rows = fields.flatMap(({ stated: { model, field }, values }) =>
      values.map((value) => ({ model, field, value })),
    );
    return this.dataSource.query<RecordCount[]>(COUNT_VALUES, [
      networkId,
      rows.map(({ model }) => model),
      rows.map(({ field }) => field),
      rows.map(({ value }) => value),
      readerId,
      models.map(({ dataset }) => dataset),
      models.map(({ model }) => model),
    ]);
  }
}
