import { declareOperation } from '../operation/operation.js';
import { ExpectedRevision } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import {
  GOVERNORS_ONLY,
  GrantRolesDto,
  NETWORK,
  NetworkPath,
  ParticipantPath,
  roles,
} from './network-shapes.js';
import { CURSOR_REFUSAL, CursorQuery, pageOf } from './page-shapes.js';

class GrantMembershipDto extends GrantRolesDto {
  @ExpectedRevision()
  readonly expected_revision?: number;
}

/** A membership; one that has ended has no roles. */
const MembershipRecord = wire.record('Membership', {
  network_id: wire.uuid,
  entity_id: wire.uuid,
  roles,
  joined_at: wire.timestamp,
  revision: wire.count,
});

/** An institution that requested admission. */
const JoinRecord = wire.record('JoinRequest', {
  network_id: wire.uuid,
  entity_id: wire.uuid,
});

const WITHOUT_GOVERNOR = ['last_governor'] as const;

export const joinNetwork = declareOperation({
  id: 'joinNetwork',
  method: 'POST',
  path: `${NETWORK}/join`,
  service: 'entity',
  permission: 'network:admin',
  summary: 'Request admission to a network',
  description:
    'The governors of the network can then admit the institution by its `entity_id`. The response ' +
    'does not reveal whether the network exists.',
  request: { path: NetworkPath },
  answer: JoinRecord,
});

export const listMemberships = declareOperation({
  id: 'listMemberships',
  method: 'GET',
  path: `${NETWORK}/memberships`,
  service: 'entity',
  permission: 'network:admin',
  summary: 'List the memberships of a network',
  request: { path: NetworkPath, query: CursorQuery },
  answer: pageOf('MembershipPage', MembershipRecord),
  refusals: [...CURSOR_REFUSAL, ...GOVERNORS_ONLY],
  words: {
    joined_at: ['The time at which the institution was admitted.', '2026-01-15T09:30:00.000Z'],
    'Membership.revision': ['The number of the last change, from 1.', 1],
  },
});

export const grantMembership = declareOperation({
  id: 'grantMembership',
  method: 'PUT',
  path: `${NETWORK}/memberships/{entity_id}`,
  service: 'entity',
  permission: 'network:admin',
  changesAccounts: true,
  summary: 'Admit an institution, or change its roles',
  description:
    'A governor can admit its own institution, present and former members of the networks that it ' +
    'governs, and institutions that requested admission. With `expected_revision` 0, ' +
    'the institution must never have been a member or an applicant of the network. Takes effect within five seconds.',
  request: { path: ParticipantPath, body: GrantMembershipDto },
  example: { roles: ['furnisher'] },
  answer: MembershipRecord,
  refusals: [
    ...GOVERNORS_ONLY,
    'not_found',
    'version_mismatch',
    ...WITHOUT_GOVERNOR,
    'name_looks_alike',
    'limit_reached',
  ],
});

export const endMembership = declareOperation({
  id: 'endMembership',
  method: 'DELETE',
  path: `${NETWORK}/memberships/{entity_id}`,
  service: 'entity',
  permission: 'network:admin',
  changesAccounts: true,
  summary: 'End a membership',
  description: 'Takes effect within five seconds.',
  request: { path: ParticipantPath },
  answer: MembershipRecord,
  refusals: [...GOVERNORS_ONLY, 'not_found', ...WITHOUT_GOVERNOR],
});
