/** A named prepared statement as Postgres logged its execution. */
export interface LoggedStatement {
  readonly name: string;
  readonly text: string;
  /** In their order; null for NULL. */
  readonly values: readonly (string | null)[];
}

const ENTRY = /^(?:.*?)(LOG|DETAIL): {2}(.*)$/;
const EXECUTION = /^execute ([^:<]+): ([^]*)$/;
const PARAMETER = /\$\d+ = (?:NULL|'((?:[^']|'')*)')/g;

/** Reads the executions of named statements from what a server logs with `log_statement = all`. */
export function statementsIn(log: string): LoggedStatement[] {
  const found: LoggedStatement[] = [];
  for (const { severity, message } of entriesOf(log)) {
    const [, name, text] = EXECUTION.exec(message) ?? [];
    if (severity === 'LOG') {
      // What is not named is none of a query's; its detail belongs to nobody.
      found.push({ name: name ?? '', text: text ?? '', values: [] });
    } else {
      const last = found.pop();
      if (last) found.push({ ...last, values: parametersOf(message) });
    }
  }
  return found.filter(({ name }) => name !== '');
}

function entriesOf(log: string): { severity: string; message: string }[] {
  const entries: { severity: string; message: string }[] = [];
  for (const line of log.split('\n')) {
    const [, severity, message] = ENTRY.exec(line) ?? [];
    const last = entries.at(-1);
    if (severity !== undefined && message !== undefined && !line.startsWith('\t'))
      entries.push({ severity, message });
    // The lines of a message after its first are set in by a tab.
    else if (last && line.startsWith('\t')) last.message += `\n${line.slice(1)}`;
  }
  return entries;
}

function parametersOf(detail: string): (string | null)[] {
  return [...detail.matchAll(PARAMETER)].map(([, quoted]) => quoted?.replaceAll("''", "'") ?? null);
}
