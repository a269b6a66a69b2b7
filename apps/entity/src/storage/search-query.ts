import type { Selection } from './identity-table.js';
import type { Place } from './search-place.js';
import { gramsOf } from './text-grams.js';

const NEWEST_FIRST = 'order by i.created_at desc, i.id desc';

/** Conditions of a search in a network, joined by AND, with their parameters (contract 4.2). */
export class SearchQuery {
  private readonly conditions: string[] = [];
  private readonly parts: { readonly expression: string; readonly grams: string[] }[] = [];
  private readonly parameters: unknown[];
  private isExact = false;

  constructor(
    readonly networkId: string,
    readonly limit: number,
    readonly after?: Place,
  ) {
    this.parameters = [networkId, limit, ...(after ? [after.createdAt, after.id] : [])];
    this.conditions.push('i.merged_into is null');
  }

  /** Adds nothing without a value. */
  equal(column: string, value: string | undefined): this {
    if (value === undefined) return this;
    this.conditions.push(`i.${column} = ${this.parameter(value)}`);
    this.isExact = true;
    return this;
  }

  /** A condition from the SQL of the value; nothing without a value. */
  exactly(condition: (parameter: string) => string, value: string | undefined): this {
    if (value === undefined) return this;
    this.conditions.push(condition(this.parameter(value)));
    this.isExact = true;
    return this;
  }

  /** Subjects of an institution, by subject_relation_by_entity; all of the network without one. */
  relatedTo(entityId: string | undefined): this {
    if (entityId === undefined) return this;
    this.conditions.push(`i.id in (
      select r.subject_id from subject_relation r
      where r.network_id = $1 and r.entity_id = ${this.parameter(entityId)})`);
    return this;
  }

  /** Partial match of folded text; nothing without a value. Wildcards are escaped. */
  contains(expression: string, text: string | undefined): this {
    if (text === undefined) return this;
    const pattern = this.parameter(`%${text.replace(/[\\%_]/g, '\\$&')}%`);
    this.conditions.push(`${expression} like ${pattern}`);
    this.parts.push({ expression, grams: gramsOf(text) });
    return this;
  }

  /** Whether all criteria are parts of texts, so that the number of matches is unbounded. */
  get isByPartsAlone(): boolean {
    return this.parts.length > 0 && !this.isExact;
  }

  /** All matches, by an index that is in their order or has few of them. */
  newest(): Selection {
    return this.selection(['i.network_id = $1', ...this.isAfter(), ...this.conditions]);
  }

  /** Matches among the newest rows of the network, by consumer_by_age or business_by_age. */
  amongNewest(count: number): Selection {
    return {
      ...this.selection(this.conditions),
      from: (table) =>
        `(select i.* from ${table} i
          where ${['i.network_id = $1', ...this.isAfter()].join(' and ')}
          ${NEWEST_FIRST} limit ${count})`,
    };
  }

  /**
   * All matches, by the partial-match indexes only. These begin with the network; in a large
   * network, a look-up of its rows in them costs more than checking the network of the found rows.
   */
  byParts(): Selection {
    const first = this.parameters.length + 1;
    // The index has only the parts; LIKE checks their order.
    const indexed = this.parts.map(
      ({ expression }, index) => `text_grams(${expression}) @> $${first + index}::text[]`,
    );
    return this.selection(
      [
        '(i.network_id = $1) is true',
        ...this.isAfter().map((condition) => `(${condition}) is true`),
        ...this.conditions,
        ...indexed,
      ],
      this.parts.map(({ grams }) => grams),
    );
  }

  private isAfter(): readonly string[] {
    return this.after ? [isAfterPlace('$3', '$4')] : [];
  }

  private selection(conditions: readonly string[], further: readonly unknown[] = []): Selection {
    return {
      condition: `${conditions.join(' and ')} ${NEWEST_FIRST} limit $2`,
      parameters: [...this.parameters, ...further],
    };
  }

  private parameter(value: unknown): string {
    this.parameters.push(value);
    return `$${this.parameters.length}`;
  }
}

/** SQL of whether the identity `i` follows the one with these values, by consumer_by_age or business_by_age. */
export function isAfterPlace(createdAt: string, id: string): string {
  return `(i.created_at, i.id) < (${createdAt}::timestamptz, ${id}::uuid)`;
}
