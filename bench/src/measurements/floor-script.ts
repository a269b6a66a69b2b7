import type { LoggedStatement } from './floor-log.js';

/** One query's statements when it was run, and when it was run once more. */
export type Watched = readonly [
  first: readonly LoggedStatement[],
  again: readonly LoggedStatement[],
];

/** What pgbench runs. */
export interface FloorScript {
  readonly text: string;
  /** As `--define` takes them: they travel as parameters. */
  readonly variables: Readonly<Record<string, string>>;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const ONE_UUID = /^\{([0-9a-f-]{36})\}$/;

/**
 * The statements of a query, to be run any number of times. An id that is another whenever the query
 * is run is made anew, one that is another for each query is that of any of them; everything else
 * stays as it was the first time.
 * @throws Error when not all queries ran the same statements
 */
export function scriptOf(queries: readonly Watched[]): FloorScript {
  const [[statements, again]] = requireAlike(queries);
  const variables: Record<string, string> = {};
  const define = (name: string, value: string) => {
    variables[name] = value;
    return `:${name}`;
  };
  const written = ({ text }: LoggedStatement, place: number) =>
    text.replaceAll(/\$(\d+)/g, (_, number: string) => {
      const name = `p${place}_${number}`;
      const index = Number(number) - 1;
      const value = statements[place]?.values[index] ?? null;
      if (value === null) return 'null';
      const id = ONE_UUID.exec(value)?.[1] ?? value;
      if (!UUID.test(id)) return define(name, value);
      const asGiven = (one: string) => (id === value ? one : `array[${one}]`);
      if (value !== again[place]?.values[index]) return asGiven('uuidv7()');
      const ids = queries.map(([first]) => idIn(first[place]?.values[index] ?? ''));
      if (new Set(ids).size === 1) return define(name, value);
      return asGiven(`(${define(name, `{${ids.join(',')}}`)}::uuid[])[:query]`);
    });
  const lines = statements.map(written).map((text) => `${inOneLine(text)};\n`);
  return { text: `\\set query random(1, ${queries.length})\n${lines.join('')}`, variables };
}

function idIn(value: string): string {
  return ONE_UUID.exec(value)?.[1] ?? value;
}

function requireAlike(queries: readonly Watched[]): readonly [Watched] {
  const [one] = queries;
  if (one === undefined) throw new Error('no query was watched');
  const namesOf = (statements: readonly LoggedStatement[]) =>
    statements.map(({ name }) => name).join(', ');
  for (const names of queries.flat().map(namesOf))
    if (names !== namesOf(one[0]) || names === '')
      throw new Error(`a query ran ${names}, another ${namesOf(one[0])}`);
  return [one];
}

/** To pgbench a statement ends with its line's semicolon, and spaces are nothing to the server. */
function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
