import { ExportButtons } from './export-buttons.js';
import type { Export, Row } from './export-file.js';
import { dayOf, type Interval } from './periods.js';

interface ListExportProps<Item> {
  /** The list, such as `consents`; the name of the file has the days, too. */
  readonly name: string;
  readonly about: Export['about'];
  /** The period when the export begins; absent for a list of all times. */
  readonly interval?: () => Interval;
  readonly read: (period: Partial<Interval>, signal: AbortSignal) => AsyncIterable<Item>;
  /** The members of a row, with names beside ids. */
  readonly rowOf: (item: Item) => Row;
}

/** Saves every item of a list that matches its filters, with the period and the filters in the file. */
export function ListExport<Item>({ name, about, interval, read, rowOf }: ListExportProps<Item>) {
  return (
    <ExportButtons
      start={(signal) => {
        const period = interval?.();
        const { from, to } = period ?? { from: undefined, to: new Date().toISOString() };
        const last = dayOf(new Date(Date.parse(to) - 1));
        const days = from === undefined ? last : `${dayOf(new Date(from))}-to-${last}`;
        return {
          name: `${name}-${days}`,
          about: { ...about, from: from ?? '', to },
          rows: rowsOf(read(period ?? {}, signal), rowOf),
        };
      }}
    />
  );
}

async function* rowsOf<Item>(
  items: AsyncIterable<Item>,
  rowOf: (item: Item) => Row,
): AsyncGenerator<Row> {
  for await (const item of items) yield rowOf(item);
}
