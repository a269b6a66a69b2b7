import { fold } from '../domain/fold.js';

/** Conditions of a search, joined by AND, with their parameters (contract 4.2). */
export class SearchQuery {
  private readonly conditions: string[] = [];
  readonly parameters: unknown[] = [];

  equal(column: string, value: string): this {
    return this.where(`i.${column} = `, value);
  }

  /** Case-insensitive partial match; `column` holds folded text. Wildcards stand for themselves. */
  contains(column: string, value: string | undefined): this {
    if (value === undefined) return this;
    return this.where(`i.${column} like `, `%${fold(value).replace(/[\\%_]/g, '\\$&')}%`);
  }

  /** The condition, newest first. */
  newest(limit: number): string {
    this.parameters.push(limit);
    const condition = this.conditions.join(' and ');
    return `${condition} order by i.created_at desc, i.id desc limit $${this.parameters.length}`;
  }

  private where(comparison: string, value: string): this {
    this.parameters.push(value);
    this.conditions.push(`${comparison}$${this.parameters.length}`);
    return this;
  }
}
