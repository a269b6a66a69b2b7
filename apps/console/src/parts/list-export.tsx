import { ExportButtons } from './export-buttons.js';
import type { Export, Row } from './export-file.js';
import { namedRows } from './named-rows.js';
import { inWords } from './words.js';
import { dayOf, type Interval } from './periods.js';

type Names = ReadonlyMap<string, string>;

const NO_NAMES = () => Promise.resolve<Names>(new Map());

interface ListExportProps<Item> {
  /** The list, such as `consents`; the name of the file has the days, too. */
  readonly name: string;
  readonly about: Export['about'];
  /** The period when the export begins; absent for a list of all times. */
  readonly interval?: () => Interval;
  readonly read: (
    period: Partial<Interval>,
    signal: AbortSignal,
  ) => AsyncIterable<Item> | Iterable<Item>;
  /** Reads the names, by id, that some items need; absent where the names are known. */
  readonly namesOf?: (items: readonly Item[]) => Promise<Names>;
  /** The members of a row, with names beside ids. */
  readonly rowOf: (item: Item, names: Names) => Row;
}

/** Saves every item of a list that matches its filters, with the period and the filters in the file. */
export function ListExport<Item>(props: ListExportProps<Item>) {
  const { name, about, interval, read, namesOf = NO_NAMES, rowOf } = props;
  return (
    <ExportButtons
      label={inWords(name.replaceAll('-', '_')).toLowerCase()}
      start={(signal) => {
        const period = interval?.();
        const { from, to } = period ?? { from: undefined, to: new Date().toISOString() };
        const last = dayOf(new Date(Date.parse(to) - 1));
        const days = from === undefined ? last : `${dayOf(new Date(from))}-to-${last}`;
        return {
          name: `${name}-${days}`,
          about: { ...about, from: from ?? '', to },
          rows: namedRows(read(period ?? {}, signal), namesOf, rowOf),
        };
      }}
    />
  );
}
