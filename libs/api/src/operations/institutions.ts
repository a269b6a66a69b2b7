import { EXAMPLE_IDS } from '@ndx/contracts';
import { IsOptional } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { Label, Text, Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import {
  CHOSEN_ID,
  GOVERNORS_ONLY,
  GrantRolesDto,
  NETWORK,
  NetworkPath,
  roles,
} from './network-shapes.js';
import { CURSOR_REFUSAL, CursorQuery, pageOf } from './page-shapes.js';

class RegisterInstitutionDto extends GrantRolesDto {
  @Label()
  readonly name!: string;

  @Text(200)
  readonly org_id!: string;

  @IsOptional()
  @Uuid()
  readonly entity_id?: string;
}

/** An institution with its roles in the network. */
const InstitutionRecord = wire.record('Institution', {
  entity_id: wire.uuid,
  name: wire.text,
  org_id: wire.text,
  roles,
  membership_revision: wire.count,
  created_at: wire.timestamp,
});

export const listInstitutions = declareOperation({
  id: 'listInstitutions',
  method: 'GET',
  path: `${NETWORK}/institutions`,
  service: 'entity',
  permission: 'network:admin',
  summary: 'List the institutions of a network',
  request: { path: NetworkPath, query: CursorQuery },
  answer: pageOf('InstitutionPage', InstitutionRecord),
  refusals: [...CURSOR_REFUSAL, ...GOVERNORS_ONLY],
  words: {
    'Institution.name': ['The name of the institution.', 'Example Savings Bank'],
    membership_revision: ['The `revision` of its membership of the network.', 1],
    org_id: ['The organization in the claims of its tokens.', 'example-savings-bank'],
  },
});

/** An institution as visible to every member of its network. */
const ParticipantRecord = wire.record('Participant', {
  entity_id: wire.uuid,
  name: wire.text,
  roles,
  is_home_network: wire.flag,
});

export const listParticipants = declareOperation({
  id: 'listParticipants',
  method: 'GET',
  path: `${NETWORK}/participants`,
  service: 'entity',
  permission: 'network:read',
  summary: 'List the participants of a network',
  description:
    '`entity_id` names an institution in grants, in the sources of policies, and in the `furnishing_entity_ids` of queries.',
  request: { path: NetworkPath, query: CursorQuery },
  answer: pageOf('ParticipantPage', ParticipantRecord),
  refusals: [...CURSOR_REFUSAL, 'not_a_member'],
  words: {
    'Participant.name': ['The name of the institution.', 'First Demo Bank'],
    'Participant.is_home_network':
      'Whether this is the home network of the institution, whose governors administer its accounts.',
  },
});

export const registerInstitution = declareOperation({
  id: 'registerInstitution',
  method: 'POST',
  path: `${NETWORK}/institutions`,
  service: 'entity',
  permission: 'network:admin',
  summary: 'Register an institution',
  description:
    'The network becomes the home network of the institution: its governors administer the ' +
    'accounts. The server generates the id unless the request has `entity_id`, which must be the ' +
    'UUID version 5 of the `org_id` in the namespace of the network id.',
  request: { path: NetworkPath, body: RegisterInstitutionDto },
  example: { name: 'Example Savings Bank', org_id: 'example-savings-bank', roles: ['furnisher'] },
  answer: InstitutionRecord,
  refusals: [...GOVERNORS_ONLY, 'invalid_value', 'already_exists', 'name_looks_alike'],
  words: {
    'RegisterInstitution.name': ['The name of the institution.', 'Example Savings Bank'],
    'RegisterInstitution.entity_id': [
      `${CHOSEN_ID} the \`org_id\` in the namespace of the network id.`,
      EXAMPLE_IDS.furnisher,
    ],
  },
});
