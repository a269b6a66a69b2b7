import type { ConfigSpec } from './service-config.js';

/** A variable as its documentation and a deployment's manifests see it. */
export interface DeclaredVariable {
  readonly name: string;
  /** Without it the process refuses to start. */
  readonly required: boolean;
  /** What holds without it; null when it is required. */
  readonly default: unknown;
  /** Whether its value belongs in a secret and is never shown. */
  readonly secret: boolean;
  readonly description: string;
  /** The only values that it takes, if they are few. */
  readonly choices?: readonly unknown[];
}

/** By its name, so that whoever writes a manifest sees it too: keys, passwords, and addresses that carry one. */
const SECRET_NAME = /(_SECRET|_KEYS?|_PASSWORD|_DATABASE_URL|_STORE_URL|_BUS_URL)$/;

/** Every variable of a declaration, in its order. */
export function declaredVariables(spec: ConfigSpec): DeclaredVariable[] {
  return Object.entries(spec).map(([name, variable]) => ({
    name,
    required: variable.default === undefined,
    default: variable.default ?? null,
    secret: SECRET_NAME.test(name),
    description: variable.desc ?? '',
    ...(variable.choices && { choices: variable.choices }),
  }));
}

/** What the `variables` command of a process prints: JSON, for tools and checks. */
export function printVariables(process: string, spec: ConfigSpec): string {
  return `${JSON.stringify({ process, variables: declaredVariables(spec) }, null, 2)}\n`;
}
