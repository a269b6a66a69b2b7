import type { ConfigRule } from './config-rules.js';
import type { ConfigSpec } from './load-config.js';
import { isSecret } from './is-secret.js';
import { takesOf } from './variable-kinds.js';

/** The declaration of a variable for documentation and deployment manifests. */
export interface DeclaredVariable {
  readonly name: string;
  /** Whether the process rejects a start without it. */
  readonly required: boolean;
  /** The default; null when it is required. */
  readonly default: unknown;
  /** The description of its values. */
  readonly takes: string;
  /** Whether its value is a secret and is never printed. */
  readonly secret: boolean;
  readonly description: string;
  /** The only valid values, if they are few. */
  readonly choices?: readonly unknown[];
}

/** Every variable of a declaration, in order. */
export function declaredVariables(spec: ConfigSpec): DeclaredVariable[] {
  return Object.entries(spec).map(([name, variable]) => ({
    name,
    required: variable.default === undefined,
    default: variable.default ?? null,
    takes: takesOf(variable),
    secret: isSecret(name),
    description: variable.desc ?? '',
    ...(variable.choices && { choices: variable.choices }),
  }));
}

/** The complete declaration of a process. */
export interface Declaration {
  readonly process: string;
  readonly variables: readonly DeclaredVariable[];
  /** Constraints between variables. */
  readonly rules: readonly Pick<ConfigRule, 'variables' | 'says'>[];
}

/**
 * The output of the `variables` command of a process: a `Declaration` as JSON, for tools and
 * checks.
 */
export function printVariables(
  process: string,
  spec: ConfigSpec,
  rules: readonly ConfigRule[],
): string {
  const declaration: Declaration = {
    process,
    variables: declaredVariables(spec),
    rules: rules.map(({ variables, says }) => ({ variables, says })),
  };
  return `${JSON.stringify(declaration, null, 2)}\n`;
}
