import type {
  CompareFurnishingPolicy,
  ConfigureQueryingPolicy,
  FurnishingPolicy,
  QueryingPolicy,
} from '@ndx/client';
import { CliError } from '../cli-error.js';

/** A querying policy as a file: what it shall be, and the version on which that is based. */
export interface PolicyFile {
  readonly policy_id: string;
  readonly version: number;
  readonly configuration: PolicyConfiguration;
}

export type PolicyConfiguration = Omit<ConfigureQueryingPolicy, 'expected_version'>;

/** The same of a furnishing policy, of which each version has an id of its own. */
export interface FurnishingFile {
  readonly kind: 'furnishing';
  readonly network_id: string;
  readonly policy_id: string;
  readonly version: number;
  /** An omitted member is as in the policy. */
  readonly configuration: CompareFurnishingPolicy;
}

export type AnyFile = PolicyFile | FurnishingFile;

export const isFurnishing = (file: AnyFile): file is FurnishingFile => 'kind' in file;

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

export function furnishingFileOf(policy: FurnishingPolicy): FurnishingFile {
  const { id: policy_id, network_id, version } = policy;
  const configuration = acceptanceOf(policy);
  return { kind: 'furnishing', network_id, policy_id, version, configuration };
}

/** A policy that has not started has no status, and the end of one that has ended is its status. */
export function acceptanceOf(policy: FurnishingPolicy): CompareFurnishingPolicy {
  const { active_on, deprecated_on, policy_metadata } = policy;
  if (!isPast(active_on)) return { deprecated_on, policy_metadata };
  if (isPast(deprecated_on)) return { status: 'archived', policy_metadata };
  return { status: 'published', deprecated_on, policy_metadata };
}

function isPast(time: string | null): boolean {
  return time !== null && Date.parse(time) <= Date.now();
}

/** @throws CliError for a text that is not such a file; the server checks the configuration */
export function parseFile(name: string, text: string): AnyFile {
  try {
    const parsed: unknown = JSON.parse(text);
    if (isPolicyFile(parsed)) return parsed;
    throw new SyntaxError(
      'it needs policy_id, version and configuration, and of a furnishing policy kind and network_id',
    );
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new CliError('invalid', `${name} is not the file of a policy: ${error.message}`, {
      hint: 'Correct it, or remove it from the directory; ndx policy pull writes such files.',
      cause: error,
    });
  }
}

function isPolicyFile(parsed: unknown): parsed is AnyFile {
  if (typeof parsed !== 'object' || parsed === null) return false;
  const { policy_id, version, configuration, ...rest } = parsed as Readonly<
    Record<string, unknown>
  >;
  const { kind, network_id } = rest;
  return (
    typeof policy_id === 'string' &&
    Number.isInteger(version) &&
    typeof configuration === 'object' &&
    configuration !== null &&
    (kind === undefined || (kind === 'furnishing' && typeof network_id === 'string'))
  );
}
