/** A named prepared statement as Postgres logged its execution. */
export interface LoggedStatement {
  readonly name: string;
  readonly text: string;
  /** Parameters in order; null for NULL. */
  readonly values: readonly (string | null)[];
}

const ENTRY = /^(?:.*?)(LOG|DETAIL): {2}(.*)$/;
const EXECUTION = /^execute ([^:<]+): ([^]*)$/;
const PARAMETER = /\$\d+ = (?:NULL|'((?:[^']|'')*)')/g;

/** Parses the executions of named statements from a server log with `log_statement = all`. */
export function statementsIn(log: string): LoggedStatement[] {
  const found: LoggedStatement[] = [];
  for (const { severity, message } of entriesOf(log)) {
    const [, name, text] = EXECUTION.exec(message) ?? [];
    if (severity === 'LOG') {
      // Queries run only named statements; an unnamed entry is kept to absorb its DETAIL line.
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
    // Continuation lines of a message are indented by a tab.
    else if (last && line.startsWith('\t')) last.message += `\n${line.slice(1)}`;
  }
  return entries;
}

function parametersOf(detail: string): (string | null)[] {
  return [...detail.matchAll(PARAMETER)].map(([, quoted]) => quoted?.replaceAll("''", "'") ?? null);
}
