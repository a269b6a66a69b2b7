import { cleanEnv, type ValidatorSpec } from 'envalid';
import { brokenRules, type ConfigRule } from './config-rules.js';
import { hasDevelopmentKey } from './development-keys.js';
import { isSecret } from './is-secret.js';
import { unwrapSecrets } from './key-store/unwrap-secrets.js';
import { takesOf } from './variable-kinds.js';

/** A declaration of variables: name, kind, default and text, from which the values and their documentation derive. */
export type ConfigSpec = Record<string, ValidatorSpec<unknown>>;

/** The validated values of a declaration. */
export type ConfigOf<S extends ConfigSpec> = {
  readonly [K in keyof S]: S[K] extends ValidatorSpec<infer T> ? T : never;
};

/** Variables are missing or malformed; the message names all of them. */
export class ConfigurationError extends Error {
  constructor(service: string, problems: readonly string[]) {
    super(
      `${service} cannot start: ${problems.length} configuration problem(s)\n  ${problems.join('\n  ')}`,
    );
    this.name = 'ConfigurationError';
  }
}

/**
 * Validates all variables of a declaration at once, and the constraints between them. Wrapped keys
 * are opened first, with the key store that the environment names. In production, keys that are
 * published for development are not accepted.
 * @throws ConfigurationError naming every problem, without values
 */
export function loadConfig<S extends ConfigSpec>(
  service: string,
  spec: S,
  env: NodeJS.ProcessEnv,
  rules: readonly ConfigRule[] = [],
): ConfigOf<S> {
  const unwrapped = unwrapSecrets(Object.keys(spec), env);
  const faults = new Map<string, unknown>();
  const values = cleanEnv(unwrapped.env, spec, {
    reporter: ({ errors }) => {
      for (const [name, error] of Object.entries(errors)) faults.set(name, error);
    },
  });
  const isUnread = (name: string) => unwrapped.unread.has(name);
  // A plain object: envalid's proxy throws for unknown members, and Nest reads some.
  const config = { ...values } as ConfigOf<S>;
  const problems = new Set([
    ...unwrapped.problems,
    ...[...faults]
      .filter(([name]) => !isUnread(name))
      .map(([name, error]) => `${name}: ${describe(spec[name], error)}`),
    ...developmentKeys(spec, unwrapped.env).map((name) => `${name}: ${published(spec[name])}`),
    ...brokenRules(rules, config, (name) => faults.has(name) || isUnread(name)),
  ]);
  if (problems.size > 0) throw new ConfigurationError(service, [...problems]);
  return config;
}

/** The variables with a published key, in production. */
function developmentKeys(spec: ConfigSpec, env: NodeJS.ProcessEnv): readonly string[] {
  if (!('ENVIRONMENT' in spec) || env['ENVIRONMENT'] !== 'production') return [];
  return Object.keys(spec).filter((name) => isSecret(name) && hasDevelopmentKey(env[name] ?? ''));
}

function published(variable: ConfigSpec[string] | undefined): string {
  return `has a key that is published for development (${variable?.desc ?? ''})`;
}

/** Contains neither the value nor the validator's message: the value may be a secret. */
function describe(variable: ConfigSpec[string] | undefined, error: unknown): string {
  const meaning = variable?.desc ?? '';
  if (error instanceof Error && error.name === 'EnvMissingError') return `is missing (${meaning})`;
  const takes = variable ? takesOf(variable) : '';
  return `is not valid${takes && `: it takes ${takes}`} (${meaning})`;
}
