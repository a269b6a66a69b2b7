import { plural } from '../parts/words.js';
import { textOf, type Part, type Phrase, type ReadEvent } from './sentence.js';

const RESOLVED: Readonly<Record<string, string>> = {
  merged: 'merged two subjects of the',
  kept_apart: 'kept apart the subjects of the',
  confirmed: 'confirmed one business in the',
  separated: 'separated the businesses of the',
};

const CLIENT: Readonly<Record<string, string>> = {
  registered: 'registered the client with the',
  removed: 'removed the client with the',
};

const INVITATION: Readonly<Record<string, string>> = {
  open: 'sent the',
  accepted: 'accepted the',
  revoked: 'revoked the',
};

const OPENED: Readonly<Record<string, string>> = {
  shared_identifier: 'stated an identifier of another subject, which opened the',
  name_differs: 'stated another name of a business, which opened the',
  ein_differs: 'stated another EIN of a business, which opened the',
};

/** Networks, members, accounts, searches and identities. */
export const ENTITY_PHRASES = {
  'entity.account-changed.v1': ({ subject, data }) => ({
    did: [accountChange(data), { kind: 'account', id: subject }, ...ofInstitution(data)],
  }),
  'entity.business-identified.v1': ({ subject }) => ({
    did: ['identified the', { kind: 'business', id: subject }],
  }),
  'entity.client-changed.v1': ({ subject, data }) => ({
    by: textOf(data['entity_id']),
    did: [
      CLIENT[textOf(data['status']) ?? ''] ?? 'changed the client with the',
      { kind: 'account', id: subject },
    ],
  }),
  'entity.consumer-identified.v1': ({ subject }) => ({
    did: ['identified the', { kind: 'consumer', id: subject }],
  }),
  'entity.identities-searched.v1': ({ subject, data }) => ({
    by: textOf(data['entity_id']),
    did: [
      typeof data['result_count'] === 'number'
        ? `searched the network and found ${found(data['result_count'], data)}, in the`
        : 'searched the network, in the',
      { kind: 'search', id: subject },
    ],
  }),
  'entity.identity-conflict-opened.v1': ({ subject, data }) => ({
    did: [
      OPENED[textOf(data['kind']) ?? ''] ?? 'opened the',
      { kind: 'identity conflict', id: subject },
    ],
  }),
  'entity.identity-conflict-resolved.v1': ({ subject, data }) => ({
    did: [
      RESOLVED[textOf(data['status']) ?? ''] ?? 'resolved the',
      { kind: 'identity conflict', id: subject },
    ],
  }),
  'entity.institution-registered.v1': ({ subject }) => ({
    did: ['registered or renamed', { kind: 'institution', id: subject }],
  }),
  'entity.invitation-changed.v1': ({ subject, data }) => ({
    did: [
      INVITATION[textOf(data['status']) ?? ''] ?? 'changed the',
      { kind: 'invitation', id: subject },
      ...(textOf(data['entity_id']) === undefined ? [] : ofInstitution(data)),
    ],
  }),
  'entity.membership-changed.v1': (event) => ({ did: membershipChange(event) }),
  'entity.network-changed.v1': ({ subject, data }) => ({
    by: textOf(data['entity_id']),
    did: ['changed the settings of', { kind: 'network', id: subject }],
  }),
  'entity.network-founded.v1': ({ subject, data }) => ({
    by: textOf(data['entity_id']),
    did: ['created', { kind: 'network', id: subject }],
  }),
  'entity.subject-separated.v1': ({ subject }) => ({
    did: ['separated a new business from the', { kind: 'business', id: subject }],
  }),
  'entity.witnesses-changed.v1': ({ subject, data }) => ({
    by: textOf(data['entity_id']),
    did: ['set the witnesses of the audit logs of', { kind: 'network', id: subject }],
  }),
} satisfies Readonly<Record<string, Phrase>>;

function found(count: number, { subject_type }: ReadEvent['data']): string {
  return subject_type === 'consumer'
    ? plural(count, 'consumer')
    : plural(count, 'business', 'businesses');
}

function accountChange({ status, revision }: ReadEvent['data']): string {
  if (status !== 'active') return status === 'suspended' ? 'suspended the' : 'changed the';
  return revision === 1 ? 'added the' : 'activated the';
}

function ofInstitution({ entity_id }: ReadEvent['data']): readonly Part[] {
  const id = textOf(entity_id);
  return id === undefined ? [] : ['of', { kind: 'institution', id }];
}

/** The subject is the network and the institution. */
function membershipChange({ subject, data: { roles } }: ReadEvent): readonly Part[] {
  const id = subject.split('/').at(-1) ?? subject;
  if (!Array.isArray(roles)) return ['changed the roles of', { kind: 'institution', id }];
  if (roles.length === 0) return ['ended the membership of', { kind: 'institution', id }];
  const list = roles.map(String).join(' and ');
  return ['made', { kind: 'institution', id }, `a ${list}`];
}
