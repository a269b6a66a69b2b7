import { EXAMPLE_IDS } from '@ndx/contracts';
import type { WordTable } from './words.js';

const CHOSEN_ID = 'Optional; otherwise the server generates it. It is the UUID version 5 of';

/** Networks, institutions, accounts, searches and identity conflicts. */
export const networkWords: WordTable = {
  roles: ['The roles of the institution in the network.', ['furnisher']],
  'Network.roles': ["The roles of the caller's institution in the network.", ['governor']],
  'Caller.institution_name': ['The name of the institution.', 'Querying Demo Bank'],
  'Caller.permissions': ['The permissions of the token, or of its role.', ['network:read']],
  'Network.name': ['The name that its governor gave it.', 'Example lending network'],
  'CreateNetwork.name': [
    'The name; one institution creates no two networks with the same name.',
    'Example lending network',
  ],
  'CreateNetwork.network_id': [
    `${CHOSEN_ID} the name in the namespace of the institution id.`,
    EXAMPLE_IDS.network,
  ],
  'CreateNetwork.country': [
    'The country of jurisdictions that are named without one, such as `DE` (ISO 3166-1 alpha-2).',
    'US',
  ],
  'Network.country': [
    'The country of jurisdictions that are named without one, such as `DE` (ISO 3166-1 alpha-2).',
    'US',
  ],
  identity_visibility:
    'The identities that a search lists: every one of the network, or those related to the searching institution.',
  'Institution.name': ['The name of the institution.', 'Example Savings Bank'],
  'RegisterInstitution.name': ['The name of the institution.', 'Example Savings Bank'],
  'RegisterInstitution.entity_id': [
    `${CHOSEN_ID} the \`org_id\` in the namespace of the network id.`,
    EXAMPLE_IDS.furnisher,
  ],
  'Participant.name': ['The name of the institution.', 'First Demo Bank'],
  org_id: ['The organization in the claims of its tokens.', 'example-savings-bank'],
  joined_at: ['The time at which the institution was admitted.', '2026-01-15T09:30:00.000Z'],
  'Account.subject': ['The user claim of its tokens.', 'jordan.avery'],
  'AddAccount.subject': ['The user claim of its tokens.', 'jordan.avery'],
  'AddAccount.account_id': [
    `${CHOSEN_ID} the subject in the namespace of the institution id.`,
    EXAMPLE_IDS.account,
  ],
  'Account.email': ['The email address, if one was given.', 'jordan.avery@bank.example.com'],
  'AddAccount.email': ['An email address, for people.', 'jordan.avery@bank.example.com'],
  'Account.status': 'A suspended account cannot authenticate.',
  'SetAccountStatus.status': 'A suspended account cannot authenticate.',
  'ConsumerSearchResult.id': ['The `consumer_id` of the consumer.', EXAMPLE_IDS.consumer],
  'BusinessSearchResult.id': ['The `business_id` of the business.', EXAMPLE_IDS.business],
  identifier: ['A short name of the subject in the network, for people.', 'C-7F3A9D21'],
  first_name: ['The first name.', 'Jordan'],
  last_name: ['The last name.', 'Avery'],
  date_of_birth: ['The day of birth.', '1990-01-15'],
  personal_email: ['The email address; empty if unknown.', 'jordan.avery@example.com'],
  social_security_number: ['The complete social security number.', '012-34-5678'],
  'ConsumerSearch.first_name': ['A part of the first name, in any case.', 'Jord'],
  'ConsumerSearch.last_name': ['A part of the last name, in any case.', 'Avery'],
  'ConsumerSearch.personal_email': ['A part of the email address, in any case.', 'jordan.avery'],
  business_legal_name: ['The legal name.', 'Example Hardware LLC'],
  business_dba_name: ['The name under which it trades.', 'Example Hardware'],
  business_email: ['The email address.', 'office@hardware.example.com'],
  'BusinessSearch.business_legal_name': ['A part of the legal name, in any case.', 'Hardware'],
  'BusinessSearch.business_dba_name': [
    'A part of the name under which it trades, in any case.',
    'Hardware',
  ],
  'BusinessSearch.business_email': ['A part of the email address, in any case.', 'hardware'],
  federal_ein: ['The complete EIN, as an integer.', 123456789],
  federal_ein_last_four: ['The last four digits of the EIN.', '6789'],
  business_entity_type: ['The legal form.', 'limited liability company'],
  business_date_of_incorporation: ['The day of formation.', '2015-04-01'],
  business_phone: ['The phone number.', '617 555 0199'],
  business_website_url: ['The website.', 'https://hardware.example.com'],
  conflict_id: ['The identity conflict.', EXAMPLE_IDS.conflict],
  'IdentityConflict.status': 'The decision of a governor, or that there is none yet.',
  'ListConflictsQuery.status': 'Lists only the conflicts with this status.',
  'IdentityConflict.subjects':
    'The subjects that share an identifier; the statement of the first opened the conflict.',
  'IdentityConflict.into_subject_id': [
    'The remaining subject of a merge; null otherwise.',
    EXAMPLE_IDS.business,
  ],
  'MergeIdentities.subject_id': ['The subject that is merged.', EXAMPLE_IDS.consumer],
  'MergeIdentities.into_subject_id': [
    'The subject that has the records of both afterwards.',
    EXAMPLE_IDS.business,
  ],
  opened_at: ['The time of the statement that opened the conflict.', '2026-01-15T09:30:00.000Z'],
  resolved_at: ['The time of the decision; null while it is open.', '2026-01-15T09:30:00.000Z'],
  merged_into: ['The subject into which it was merged, if any.', EXAMPLE_IDS.business],
  statements: 'What institutions stated about the subject, without the shared identifier.',
  'IdentityConflictStatement.entity_id': ['The institution that stated it.', EXAMPLE_IDS.furnisher],
};
