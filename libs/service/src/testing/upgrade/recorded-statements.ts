import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { exampleOf, type Example } from './example.js';

/** The folder for the recorded statements of a service's suites, one file per suite. */
const RECORDING = 'RECORD_STATEMENTS_IN';

/** A statement of a service, with one example of its values. */
export interface RecordedStatement {
  readonly text: string;
  /** The name of a prepared statement. */
  readonly name?: string;
  readonly values?: readonly Example[];
}

/** The statements recorded in the suites of a service. */
export interface Recording {
  readonly migrations: readonly string[];
  readonly statements: readonly RecordedStatement[];
}

/** Not recorded: they end the transaction of each trial, or do not depend on the schema. */
const NOT_OF_THE_SCHEMA =
  /^\s*(begin|start|commit|rollback|savepoint|release|set|show|listen|unlisten|select version|select pg_)\b/i;

/** Statements that every process with this application name runs, by text. */
const seen = new Map<string, Map<string, RecordedStatement>>();

/**
 * Records every statement of connections named `service`, when a recording is requested. Returns a
 * function that saves them.
 */
export function recordStatements(service: string, migrations: readonly string[]): () => void {
  const folder = process.env[RECORDING];
  if (folder === undefined || folder === '') return () => undefined;
  if (seen.size === 0) listenToQueries();
  const statements = seen.get(service) ?? new Map<string, RecordedStatement>();
  seen.set(service, statements);
  return () => {
    const file = join(folder, `${service}.json`);
    for (const earlier of existsSync(file) ? readRecording(file).statements : []) {
      keepBest(statements, earlier);
    }
    const byText = [...statements.values()].sort((a, b) => (a.text < b.text ? -1 : 1));
    const recording: Recording = { migrations, statements: byText };
    writeFileSync(file, JSON.stringify(recording));
  };
}

function readRecording(file: string): Recording {
  return JSON.parse(readFileSync(file, 'utf8')) as Recording;
}

function listenToQueries(): void {
  const prototype: { query: (...given: never[]) => unknown } = pg.Client.prototype;
  const { query } = prototype;
  prototype.query = function (this: pg.Client, ...given: never[]) {
    note(this, given[0], given[1]);
    return Reflect.apply(query, this, given);
  };
}

function note(client: pg.Client, query: unknown, values: unknown): void {
  const statements = seen.get(applicationOf(client));
  const config = typeof query === 'string' ? { text: query, values } : query;
  if (!statements || !isStatement(config) || NOT_OF_THE_SCHEMA.test(config.text)) return;
  const { text, name } = config;
  keepBest(statements, {
    text,
    ...(typeof name === 'string' && { name }),
    ...(Array.isArray(config.values) && { values: exampleOf(config.values) }),
  });
}

function keepBest(statements: Map<string, RecordedStatement>, recorded: RecordedStatement): void {
  const known = statements.get(recorded.text);
  if (!known || tellsMore(recorded, known)) statements.set(recorded.text, recorded);
}

function applicationOf(client: pg.Client): string {
  const { connectionParameters } = client as pg.Client & {
    readonly connectionParameters?: { readonly application_name?: string };
  };
  return connectionParameters?.application_name ?? '';
}

function isStatement(
  query: unknown,
): query is { readonly text: string; readonly name?: unknown; readonly values?: unknown } {
  return (
    typeof query === 'object' && query !== null && 'text' in query && typeof query.text === 'string'
  );
}

/**
 * The example with the fewest nulls; among those the shortest, then the first in alphabetical
 * order.
 */
function tellsMore(one: RecordedStatement, other: RecordedStatement): boolean {
  const [a, b] = [one, other].map(({ values = [] }) => ({
    nulls: values.filter((value) => value === null).length,
    text: JSON.stringify(values),
  }));
  if (!a || !b) return false;
  if (a.nulls !== b.nulls) return a.nulls < b.nulls;
  if (a.text.length !== b.text.length) return a.text.length < b.text.length;
  return a.text < b.text;
}
