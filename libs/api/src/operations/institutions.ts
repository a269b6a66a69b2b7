import { IsOptional } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { Text, Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { GOVERNORS_ONLY, GrantRolesDto, NETWORK, NetworkPath, roles } from './network-shapes.js';
import { CURSOR_REFUSAL, CursorQuery, pageOf } from './page-shapes.js';

class RegisterInstitutionDto extends GrantRolesDto {
  @Text(200)
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
  refusals: { ...CURSOR_REFUSAL, ...GOVERNORS_ONLY },
});

/** An institution as visible to every member of its network. */
const ParticipantRecord = wire.record('Participant', {
  entity_id: wire.uuid,
  name: wire.text,
  roles,
});

export const listParticipants = declareOperation({
  id: 'listParticipants',
  method: 'GET',
  path: `${NETWORK}/participants`,
  service: 'entity',
  permission: 'network:read',
  summary: 'List the institutions of a network as its members know them',
  description: 'Grants, policy sources and the scope of a query name institutions by these ids.',
  request: { path: NetworkPath, query: CursorQuery },
  answer: pageOf('ParticipantPage', ParticipantRecord),
  refusals: { ...CURSOR_REFUSAL, PERMISSION_DENIED: 'not a member of the network' },
});

export const registerInstitution = declareOperation({
  id: 'registerInstitution',
  method: 'POST',
  path: `${NETWORK}/institutions`,
  service: 'entity',
  permission: 'network:admin',
  summary: 'Register an institution',
  description:
    'It is at home in this network, whose governors administer its accounts. The id is a new one, ' +
    'or chosen by the caller: the UUID version 5 of the org_id under the id of the network.',
  request: { path: NetworkPath, body: RegisterInstitutionDto },
  answer: InstitutionRecord,
  refusals: {
    ...GOVERNORS_ONLY,
    VALIDATION_ERROR: 'entity_id is not the UUID version 5 of that org_id',
    RESOURCE_CONFLICT: 'the network has an institution with that org_id already',
  },
});
