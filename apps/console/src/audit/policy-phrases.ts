import { textOf, type NamedObject, type Part, type Phrase, type ReadEvent } from './sentence.js';

type Kind = 'querying policy' | 'furnishing policy';

const DRAFT_CHANGES: Readonly<Record<string, string>> = {
  saved: 'saved a draft of',
  submitted: 'submitted for approval the draft of',
  approved: 'approved the draft of',
  scheduled: 'scheduled the publication of the draft of',
  unscheduled: 'withdrew the scheduled publication of the draft of',
  discarded: 'discarded the draft of',
  published: 'published the draft of',
  not_published: 'did not publish the scheduled draft of',
};

const TEST_CHANGES: Readonly<Record<string, string>> = { saved: 'saved', deleted: 'deleted' };

const draftChange =
  (kind: Kind): Phrase =>
  ({ subject, data }) => ({
    by: textOf(data['entity_id']),
    did: [
      `${DRAFT_CHANGES[textOf(data['change']) ?? ''] ?? 'changed the draft of'} the`,
      { kind, id: subject },
      ...(data['break_glass'] === true ? ['in an emergency'] : []),
    ],
    also: productOf(data),
  });

/** Policies, their drafts and their tests. */
export const POLICY_PHRASES = {
  'policy.furnishing-policy-draft-changed.v1': draftChange('furnishing policy'),
  'policy.furnishing-policy-saved.v1': ({ subject, data }) => ({
    did: savedPolicy('furnishing policy', subject, data),
    also: productOf(data),
  }),
  'policy.querying-policy-draft-changed.v1': draftChange('querying policy'),
  'policy.querying-policy-retired.v1': ({ subject, data }) => ({
    did: retirement({ kind: 'querying policy', id: subject }, data),
    also: productOf(data),
  }),
  'policy.querying-policy-saved.v1': ({ subject, data }) => ({
    did: savedPolicy('querying policy', subject, data),
    also: productOf(data),
  }),
  'policy.querying-policy-test-changed.v1': ({ subject, data }) => ({
    by: textOf(data['entity_id']),
    did: [
      `${TEST_CHANGES[textOf(data['change']) ?? ''] ?? 'changed'} the test ${quoted(data['name'])}of the`,
      { kind: 'querying policy', id: subject },
    ],
    also: productOf(data),
  }),
} satisfies Readonly<Record<string, Phrase>>;

function savedPolicy(kind: Kind, id: string, data: ReadEvent['data']): readonly Part[] {
  const { version, status, is_default, enforced } = data;
  const uses = [
    ...(status === 'published' ? ['published'] : []),
    ...(is_default === true ? ['default'] : []),
    ...(enforced === true ? ['enforced'] : []),
  ];
  const use = uses.length === 0 ? '' : ` (${uses.join(', ')})`;
  return [
    typeof version === 'number' ? `saved version ${version}${use} of the` : 'saved the',
    { kind, id },
  ];
}

function quoted(name: unknown): string {
  return typeof name === 'string' ? `“${name}” ` : '';
}

function retirement(policy: NamedObject, { status }: ReadEvent['data']): readonly Part[] {
  if (status === 'archived') return ['archived the', policy];
  if (status === 'draft') return ['returned to draft the', policy];
  if (status === 'published') return ['ended the use as the default of the', policy];
  return ['retired the', policy];
}

function productOf({ product_id }: ReadEvent['data']) {
  const id = textOf(product_id);
  return id === undefined ? [] : [{ kind: 'product', id } as const];
}
