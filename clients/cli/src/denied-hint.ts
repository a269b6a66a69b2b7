const ROLES = 'See your roles: ndx networks. A governor of the network grants them.';
const CONSENT = 'Check the status, scope and expiry of the consent: ndx consent show.';

const HINTS: Readonly<Record<string, string>> = {
  not_a_member: ROLES,
  role_missing: ROLES,
  consent_revoked: CONSENT,
  consent_expired: CONSENT,
  consent_out_of_scope: CONSENT,
  consent_changed: 'Repeat the query as a new one: its consent has changed.',
  consent_required: 'Name a consent with --consent, or a purpose of the policy with --purpose.',
  not_draft_editor: 'Ask an account that saved the draft to submit it: ndx policy draft get.',
  own_draft: 'Ask another governor for the approval: ndx policy drafts.',
  policy_enforced: 'Repeat it without the policy: the network enforces its own.',
  other_institution: 'Sign in to an account of that institution: ndx login.',
  other_organization: 'Sign in as a user of the invited institution: ndx login.',
};

/** The next step after a denied request, by its reason; without one, the account lacks a permission. */
export function deniedHint(reason: string | undefined): string {
  return HINTS[reason ?? ''] ?? 'See the account and its roles: ndx whoami.';
}
