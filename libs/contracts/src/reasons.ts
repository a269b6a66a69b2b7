import { ERROR_STATUS, type ErrorCode } from './error-codes.js';

/** Why a request was rejected, more precisely than its error code. */
interface ReasonDeclaration {
  readonly code: ErrorCode;
  /** The cause, for the document: a clause without a full stop. */
  readonly cause: string;
  /** What the caller does about it. */
  readonly remedy: string;
  /** Whether the same request can succeed later without a change by anybody. */
  readonly retry: boolean;
}

type Row = readonly [cause: string, remedy: string, retry?: 'retry'];

function reasons<C extends ErrorCode, R extends string>(code: C, rows: Readonly<Record<R, Row>>) {
  const declared = Object.entries<Row>(rows).map(([reason, [cause, remedy, retry]]) => [
    reason,
    { code, cause, remedy, retry: retry !== undefined },
  ]);
  return Object.fromEntries(declared) as Record<R, ReasonDeclaration & { readonly code: C }>;
}

/**
 * Every `reason` of an error envelope, the one list of them. A reason is stable, and tells a caller
 * no more than its `detail` may: an object that is absent and one that the caller may not see have
 * the same reason (decision 0036).
 */
export const REASONS = {
  ...reasons('VALIDATION_ERROR', {
    invalid_value: ['a value breaks a rule of the operation', 'correct the value in `detail`'],
    invalid_cursor: ['the cursor is not of this list', 'read the list from its first page'],
    invalid_window: ['a time window is empty, too long or past', 'correct its dates'],
    invalid_policy: ['a rule of the policy is not valid', 'correct the rule in `detail`'],
    invalid_policy_test: [
      'a member of the test is not valid',
      'correct the member that `detail` names',
    ],
    invalid_idempotency_key: [
      'the `Idempotency-Key` is malformed',
      'send 1 to 255 visible ASCII characters',
    ],
    invalid_http: ['the message is not valid HTTP', 'correct the HTTP client'],
    records_rejected: ['the record breaks rules, listed in `errors`', 'correct the record'],
    nothing_to_change: ['no member that can change was given', 'send at least one'],
    prior_consent_missing: [
      'it was not affirmed that the subject gave consent before',
      'gather the consent, then affirm it',
    ],
    unknown_product: ['there is no such product or template', 'use an id or slug of the catalogue'],
    unknown_field: ['the product has no such model or field', 'use a name of the catalogue'],
    unknown_institution: [
      'the institution is not in the network',
      'use the id of a member of the network',
    ],
    network_required: ['the network is not determined', 'name it in `X-Network-Id`'],
    subject_not_identified: [
      'the request identifies no subject',
      'send `consent_id` or the id of the subject',
    ],
    subject_mismatch: [
      'the consent, the identity and the id are not of one subject',
      'send values of one subject',
    ],
    not_separable: [
      'no legal name or registration distinguishes the chosen statements and records, or none would stay',
      'choose others, by legal name or registration',
    ],
    invalid_url: [
      'the system does not call the address',
      'use an https address without credentials, of a host on the public internet',
    ],
    policy_mismatch: ['the policy is for another product', 'name a policy of the product'],
    policy_not_published: ['the policy is a draft or archived', 'name a published policy'],
  }),
  ...reasons('AUTHENTICATION_REQUIRED', {
    principal_missing: [
      'the request reached a service without a valid principal',
      'send it to the gateway',
    ],
  }),
  ...reasons('PERMISSION_DENIED', {
    not_a_member: [
      'the institution is not a member of the network, or its client is not registered for it',
      'ask a governor of the network for a membership, or the institution for its client',
    ],
    role_missing: [
      'the institution lacks a role in the network',
      'ask a governor of the network for the role',
    ],
    permission_missing: ['the account lacks the permission', 'ask for the permission'],
    other_institution: ["the data are another institution's", 'use an account of that institution'],
    other_organization: [
      'the invitation is for another organization than the one of the token',
      'sign in as a user of the invited institution',
    ],
    internal_only: ['only services call the operation', 'call an operation of the gateway'],
    consent_revoked: ['the consent is revoked', 'record a new consent of the subject'],
    consent_expired: ['the consent has expired', 'record a new consent of the subject'],
    consent_out_of_scope: [
      'no consent in force covers this query',
      'record a consent whose scope and network cover it',
    ],
    consent_changed: [
      'a consent has changed since the answer that the request repeats',
      'send a new query under a new key',
    ],
    consent_required: [
      'there is neither a consent nor a purpose that the policy allows',
      'record a consent, or send a purpose that the policy allows',
    ],
    not_draft_editor: [
      'the account did not save the draft, so it cannot submit it',
      'ask an account that saved the draft to submit it',
    ],
    own_draft: [
      'the account saved the draft, so it cannot approve it',
      'ask another governor for the approval',
    ],
    policy_enforced: ['the network enforces its own policy', 'omit `policy_id`'],
  }),
  ...reasons('RESOURCE_NOT_FOUND', {
    not_found: ['it does not exist, or the caller may not see it', 'check the id'],
    consent_not_found: [
      'the consent does not exist, or the caller may not see it',
      'check the id and the network',
    ],
    subject_not_found: [
      'the subject does not exist in the network, or the caller may not see it',
      'check the id and the network',
    ],
    policy_not_found: [
      'the policy does not exist, or the caller may not see it',
      'check the id and the network',
    ],
    draft_not_found: ['the policy has no draft', 'save a draft, or read the policy'],
    policy_test_not_found: ['the policy carries no test of that name', 'list its tests'],
    traces_not_kept: [
      'the deployment does not keep the traces of requests',
      'search for `exchange.request_id` where the deployment exports its traces',
    ],
    logs_not_kept: [
      'the deployment does not keep log lines',
      'search for `request_id` in the log system of the deployment',
    ],
    not_a_sandbox: ['the environment is not a sandbox', 'use the sandbox'],
    unknown_path: ['no operation has this method and path', 'see `/openapi.json`'],
  }),
  ...reasons('RESOURCE_CONFLICT', {
    already_exists: ['it exists already', 'read it, or choose another name'],
    name_looks_alike: [
      'the name resembles the name of another institution of the network',
      'choose a name that readers can distinguish',
    ],
    invitation_ended: [
      'the invitation was accepted or revoked, or has expired',
      'ask its sender for a new one',
    ],
    version_mismatch: ['another change came first', 'read it again, then repeat the change'],
    draft_changed: [
      'the draft is not the one that the request names',
      'read the draft, then repeat the change',
    ],
    not_submitted: [
      'the draft was not submitted for approval',
      'ask an account that saved the draft to submit it',
    ],
    summary_changed: [
      'the summary of the draft is not the one that the request names',
      'read `submission` of the draft; if it is the same, its author has to submit the draft again',
    ],
    base_version_moved: [
      'the policy has changed since the version on which the draft is based',
      'compare the draft with the policy, then save it on the latest version',
    ],
    not_testable: [
      'the query cannot be stated as a test of a policy',
      'read its explanation, or write the test',
    ],
    simulation_running: [
      'a simulation of the network is running',
      'wait until it has ended, or cancel it',
    ],
    review_required: [
      'the network reviews changes of published policies',
      'save the change as a draft, which another account approves, then publish it',
    ],
    approval_required: [
      'no approval of the draft is in force, and the network requires one',
      'ask a governor whose account did not save the draft, or send `break_glass_reason`',
    ],
    tests_failed: [
      'tests of the policy fail under the change',
      'correct the change or the test, or publish a draft with `break_glass_reason`',
    ],
    consent_ended: ['the consent has expired or is revoked', 'record a new consent'],
    policy_fixed: ['the policy is active or deprecated', 'create a new version'],
    limit_reached: ['the object has as many parts as it may have', 'end parts of it first'],
    client_removed: [
      'the account is of a client that its institution removed',
      'register the client again',
    ],
    already_resolved: ['the conflict or dispute is resolved', 'read it'],
    dispute_not_upheld: [
      'the furnisher has not decided that the record stays as it is',
      'read the dispute; attach a statement after the decision `upheld`',
    ],
    record_not_ended: [
      'the record has not ended as the decision says',
      'correct the record, or decide otherwise',
    ],
    subject_merged: ['one of the subjects is merged', 'read the conflict again'],
    last_governor: [
      'the network would be left without a governor',
      'make another institution a governor first',
    ],
    key_reused: ['the `Idempotency-Key` was used with another request', 'send a new key'],
    concurrent_request: [
      'a concurrent request with the same key or object came first',
      'read the state, then repeat',
      'retry',
    ],
  }),
  ...reasons('PAYLOAD_TOO_LARGE', {
    body_too_large: ['the body exceeds the limit', 'send less in one request'],
    head_too_large: ['the address and headers exceed the limit', 'send fewer headers'],
  }),
  ...reasons('RATE_LIMIT_EXCEEDED', {
    rate_limited: [
      'too many requests in a minute or at once, or too many rejected credentials of the address or the token',
      'wait for `Retry-After`, then retry',
      'retry',
    ],
    process_blocked: [
      'requests of the account for the operation blocked processes of a service',
      'do not repeat the request; report it to the operator of the network',
    ],
  }),
  ...reasons('OPERATION_FAILED', {
    service_unavailable: ['a service did not answer', 'retry with backoff', 'retry'],
    not_confirmed: [
      'the change is recorded, and a reader of it has not confirmed it',
      'repeat the request to confirm it',
      'retry',
    ],
    archive_unreadable: ['an archive cannot be read', 'retry, or ask the operator', 'retry'],
    simulated_failure: ['the sandbox simulates a failure', 'retry', 'retry'],
  }),
  ...reasons('INTERNAL_ERROR', {
    internal_error: ['an unexpected error occurred', 'retry with backoff', 'retry'],
  }),
} as const satisfies Readonly<Record<string, ReasonDeclaration>>;

export type Reason = keyof typeof REASONS;

/** The reasons of an error code. */
export type ReasonOf<C extends ErrorCode> = {
  [R in Reason]: (typeof REASONS)[R]['code'] extends C ? R : never;
}[Reason];

export const REASON_NAMES = Object.keys(REASONS) as readonly Reason[];

/** The HTTP status of a reason. */
export const statusOfReason = (reason: Reason): number => ERROR_STATUS[REASONS[reason].code];
