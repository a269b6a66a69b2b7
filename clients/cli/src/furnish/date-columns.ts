import { CliError } from '../cli-error.js';
import type { Mapping } from './mapping.js';
import type { Row } from './row.js';
import { DATE_ORDERS, startOfDay, YEAR_LAST, type DateOrder } from './start-of-day.js';

/** The lines on which a column has its first values of each meaning. */
interface Seen {
  readonly only: Map<DateOrder, number>;
  ambiguous?: number;
}

/** Finds the order of the days in each column of dates. */
export class DateColumns {
  /** The order of each column that needs one. */
  readonly orders = new Map<string, DateOrder>();

  private readonly seen = new Map<string, Seen>();
  private readonly columns: readonly string[];

  constructor(
    private readonly mapping: Mapping | undefined,
    /** The order of every column; found in its values by default. */
    private readonly given: DateOrder | undefined,
  ) {
    const dates = [...(mapping ?? [])].filter(([, { type }]) => type === 'date');
    this.columns = dates.map(([column]) => column);
  }

  note({ line, value }: Row): void {
    if (typeof value !== 'object' || value === null) return;
    for (const column of this.columns) {
      const text: unknown = Reflect.get(value, column);
      if (typeof text !== 'string' || !YEAR_LAST.test(text.trim())) continue;
      const fitting = DATE_ORDERS.filter((order) => startOfDay(text, order) !== undefined);
      this.add(column, fitting, line);
    }
  }

  /**
   * The mapping with the orders.
   * @throws CliError when the values of a column do not show its order
   */
  resolve(file: string): Mapping | undefined {
    for (const [column, { only, ambiguous }] of this.seen) {
      const [found, other] = [...only];
      if (this.given !== undefined) this.orders.set(column, this.given);
      else if (found && !other) this.orders.set(column, found[0]);
      else if (found && other) {
        throw uncertain(file, column, `line ${found[1]} has another order than line ${other[1]}`);
      } else if (ambiguous !== undefined) {
        throw uncertain(file, column, `line ${ambiguous} can be read as month or as day first`);
      }
    }
    return (
      this.mapping &&
      new Map(
        [...this.mapping].map(([column, target]) => {
          const order = this.orders.get(column);
          return [column, order ? { ...target, order } : target];
        }),
      )
    );
  }

  private add(column: string, fitting: readonly DateOrder[], line: number): void {
    const seen = this.seen.get(column) ?? { only: new Map<DateOrder, number>() };
    const [order, another] = fitting;
    if (order && another) seen.ambiguous ??= line;
    else if (order && !seen.only.has(order)) seen.only.set(order, line);
    this.seen.set(column, seen);
  }
}

function uncertain(file: string, column: string, reason: string): CliError {
  return new CliError(
    'invalid',
    `${file}: the days in the column ${column} are not certain: ${reason}`,
    {
      hint: 'State the order with --dates MDY or --dates DMY. Nothing was sent.',
    },
  );
}
