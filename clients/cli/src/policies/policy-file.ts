import type { ConfigureQueryingPolicy, QueryingPolicy } from '@ndx/client';
import { CliError } from '../cli-error.js';

/** A querying policy as a file: what it shall be, and the version on which that is based. */
export interface PolicyFile {
  readonly policy_id: string;
  readonly version: number;
  readonly configuration: PolicyConfiguration;
}

export type PolicyConfiguration = Omit<ConfigureQueryingPolicy, 'expected_version'>;

export function fileOf(policy: QueryingPolicy): PolicyFile {
  const { id: policy_id, version, name, status, is_default, enforced } = policy;
  const { consent, permissible_purposes, model_selections } = policy;
  const rules = { consent, permissible_purposes, model_selections };
  return {
    policy_id,
    version,
    configuration: { name, status, is_default, enforced, ...rules },
  };
}

/** @throws CliError for a text that is not such a file; the server checks the configuration */
export function parseFile(name: string, text: string): PolicyFile {
  try {
    const parsed: unknown = JSON.parse(text);
    if (isPolicyFile(parsed)) return parsed;
    throw new SyntaxError('it needs policy_id, version and configuration');
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new CliError('invalid', `${name} is not the file of a policy: ${error.message}`, {
      hint: 'Correct it, or remove it from the directory; ndx policy pull writes such files.',
      cause: error,
    });
  }
}

function isPolicyFile(parsed: unknown): parsed is PolicyFile {
  if (typeof parsed !== 'object' || parsed === null) return false;
  const { policy_id, version, configuration } = parsed as Readonly<Record<string, unknown>>;
  return (
    typeof policy_id === 'string' &&
    Number.isInteger(version) &&
    typeof configuration === 'object' &&
    configuration !== null
  );
}
