/** A constraint between variables that are each valid. */
export interface ConfigRule {
  readonly variables: readonly string[];
  /** The rule in words, for the error message and the documentation. */
  readonly says: string;
  /** @param values the values of `variables`, in order; '' when not set */
  readonly holds: (values: readonly unknown[]) => boolean;
}

/** Requires at least one of the variables. */
export function oneOf(...variables: string[]): ConfigRule {
  return {
    variables,
    says: 'at least one of them must be set',
    holds: (values) => values.some((value) => value !== ''),
  };
}

/** All of the variables are set, or none. */
export function allOrNone(...variables: string[]): ConfigRule {
  return {
    variables,
    says: 'either all of them must be set or none',
    holds: (values) =>
      values.every((value) => value !== '') || values.every((value) => value === ''),
  };
}

/** The variables have different ports; 0 is a free one, different from all others. */
export function differentPorts(...variables: string[]): ConfigRule {
  return {
    variables,
    says: 'they must be different ports',
    holds: (values) => {
      const ports = values.filter((value) => value !== '' && value !== 0);
      return new Set(ports).size === ports.length;
    },
  };
}

/** The violated rules whose variables are all valid: invalid variables have their own errors. */
export function brokenRules(
  rules: readonly ConfigRule[],
  values: Readonly<Record<string, unknown>>,
  isInvalid: (variable: string) => boolean,
): string[] {
  return rules
    .filter(({ variables }) => !variables.some(isInvalid))
    .filter(({ variables, holds }) => !holds(variables.map((name) => values[name] ?? '')))
    .map(({ variables, says }) => `${variables.join(', ')}: ${says}`);
}
