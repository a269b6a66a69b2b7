import {
  NdxError,
  type DraftSubmission,
  type NdxClient,
  type QueryingPolicyDraft,
} from '@ndx/client';
import { inFile, type PlannedChange } from './planned-changes.js';

/** The result of applying a file, with the version of its policy. */
export interface AppliedChange {
  readonly file: string;
  readonly policy_id: string;
  readonly state: 'published' | 'saved' | 'waits for approval' | 'unchanged';
  readonly version: number;
  /** Of the draft that waits. */
  readonly digest: string | null;
  /** With the summary on which another account approves the draft. */
  readonly submission: DraftSubmission | null;
  /** The files of the tests that the policy carries from now on. */
  readonly tests: readonly string[];
}

/** The draft of the caller that a change replaces, and the comment on the one that it saves. */
export interface ReplacedDraft {
  readonly replaced: QueryingPolicyDraft | undefined;
  /** Undefined: as it is in the replaced draft. */
  readonly comment: string | undefined;
}

/**
 * Saves the tests of a policy, which its publication must pass, then the configuration of its file as
 * the next version: one that applies to queries, or did, by a draft. Where the network requires an
 * approval, the draft is submitted for it.
 * @throws NdxError, as the server refuses it
 */
export async function applyChange(
  ndx: NdxClient,
  { name, file, policy, changesPolicy, tests }: PlannedChange,
  { replaced, comment = replaced?.comment ?? undefined }: ReplacedDraft,
): Promise<AppliedChange> {
  const { policy_id, version, configuration } = file;
  const path = { policy_id };
  const { status = policy.status, ...terms } = configuration;
  for (const planned of tests) {
    const request = { path, body: { test: { ...planned.test } } };
    await ndx.saveQueryingPolicyTest(request).catch(inFile(planned.file));
  }
  const applied = {
    file: name,
    policy_id,
    digest: null,
    submission: null,
    tests: tests.map((test) => test.file),
  };
  if (!changesPolicy) return { ...applied, state: 'unchanged', version };
  if (status === 'draft') {
    const body = { ...configuration, expected_version: version };
    const { data: saved } = await ndx.configureQueryingPolicy({ path, body });
    return { ...applied, state: 'saved', version: saved.version };
  }
  const body = {
    ...terms,
    status,
    base_version: version,
    ...(replaced && { expected_digest: replaced.digest }),
    ...(comment !== undefined && { comment }),
  };
  const { data: draft } = await ndx.saveQueryingPolicyDraft({ path, body });
  const { digest } = draft;
  try {
    const { data: published } = await ndx.publishQueryingPolicyDraft({ path, body: { digest } });
    return { ...applied, state: 'published', version: published.version };
  } catch (error) {
    if (!(error instanceof NdxError) || error.reason !== 'approval_required') throw error;
    const { data } = await ndx.submitQueryingPolicyDraft({ path, body: { digest } });
    const { submission } = data;
    return { ...applied, state: 'waits for approval', version, digest, submission };
  }
}
