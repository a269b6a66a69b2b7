import type { Selection } from './identity-table.js';
import { gramsOf } from './text-grams.js';

/** Conditions of a search, joined by AND, with their parameters (contract 4.2). */
export class SearchQuery {
  private readonly conditions: string[] = [];
  private readonly parameters: unknown[] = [];

  /** Nothing when there is no value. */
  equal(column: string, value: string | undefined): this {
    if (value !== undefined) this.conditions.push(`i.${column} = ${this.parameter(value)}`);
    return this;
  }

  /**
   * Partial match of folded text; nothing when there is none. Wildcards stand for themselves. The
   * index knows the parts alone; LIKE knows their order, and is cheap where the index is not used.
   */
  contains(column: string, text: string | undefined): this {
    if (text === undefined) return this;
    const pattern = this.parameter(`%${text.replace(/[\\%_]/g, '\\$&')}%`);
    const grams = this.parameter(gramsOf(text));
    this.conditions.push(
      `i.${column} like ${pattern} and text_grams(i.${column}) @> ${grams}::text[]`,
    );
    return this;
  }

  /** The matches, newest first. */
  newest(limit: number): Selection {
    const order = `order by i.created_at desc, i.id desc limit ${this.parameter(limit)}`;
    return {
      condition: `${this.conditions.join(' and ')} ${order}`,
      parameters: this.parameters,
    };
  }

  private parameter(value: unknown): string {
    this.parameters.push(value);
    return `$${this.parameters.length}`;
  }
}
