import type { Declaration, DeclaredVariable } from '@ndx/config';

/** A variable with the processes that read it. */
export interface SharedVariable {
  readonly variable: DeclaredVariable;
  readonly readBy: readonly string[];
  /** Defaults by process; one entry when all are the same. */
  readonly defaults: ReadonlyMap<string, unknown>;
}

/**
 * Every variable of these processes once, in the order of declaration.
 * @throws Error when two processes declare a name differently, or a declaration has no description
 */
export function sharedVariables(declarations: readonly Declaration[]): SharedVariable[] {
  const names = new Set(declarations.flatMap(({ variables }) => variables.map(({ name }) => name)));
  return [...names].map((name) => sharedVariable(name, declarations));
}

function sharedVariable(name: string, declarations: readonly Declaration[]): SharedVariable {
  const readers = declarations.flatMap(({ process, variables }) =>
    variables.filter((each) => each.name === name).map((variable) => ({ process, variable })),
  );
  const [first] = readers;
  if (!first) throw new Error(`no process declares ${name}`);
  const { variable } = first;
  if (variable.description === '' || variable.takes === '') {
    throw new Error(`${name} of ${first.process} has no description or no format`);
  }
  for (const other of readers) {
    if (meaningOf(other.variable) !== meaningOf(variable)) {
      throw new Error(`${first.process} and ${other.process} declare ${name} differently`);
    }
  }
  return {
    variable,
    readBy: readers.map(({ process }) => process),
    defaults: new Map(readers.map((reader) => [reader.process, reader.variable.default])),
  };
}

/** All except the default: each process has a different port. */
function meaningOf(variable: DeclaredVariable): string {
  return JSON.stringify({ ...variable, default: null });
}
