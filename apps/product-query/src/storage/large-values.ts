import { Injectable } from '@nestjs/common';
import type { TemplateValue } from '../domain/template/template-value.js';
import type { Choice } from '../domain/template/choose-values.js';
import { ownJson } from './own-json.js';
import { QueryPool } from './query-pool.js';

/**
 * Reads by the primary key of template_value; `offset` prevents the planner from turning it
 * into a join.
 */
const READ = `
select found.value
from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[])
  with ordinality as key (subject_id, dataset, field, furnishing_entity_id, place)
cross join lateral (select v.value from template_value v
  where v.subject_id = key.subject_id and v.dataset = key.dataset and v.field = key.field
    and v.furnishing_entity_id = key.furnishing_entity_id offset 0) found
order by key.place`;

/** Reads chosen values that were left in storage. */
@Injectable()
export class LargeValues {
  constructor(private readonly pool: QueryPool) {}

  /**
   * The choice with every value read. A value that its furnisher replaced meanwhile is the newer
   * one, which the same consent and policy permit.
   */
  async fill(choice: Choice): Promise<Choice> {
    const large = [...choice].filter(([, value]) => value.isLarge);
    if (large.length === 0) return choice;
    const values = large.map(([, value]) => value);
    const rows = await this.pool.rows<{ readonly value: string }>('template-read-large', READ, [
      values.map(({ subjectId }) => subjectId),
      values.map(({ dataset }) => dataset),
      values.map(({ field }) => field),
      values.map(({ furnishingEntityId }) => furnishingEntityId),
    ]);
    const filled = large.map(([key, value], place): [string, TemplateValue] => [
      key,
      { ...value, value: ownJson(rows[place]?.value ?? null), isLarge: false },
    ]);
    return new Map([...choice, ...filled]);
  }
}
