import { BUSINESS_MATCHES } from '@ndx/contracts';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsOptional, ValidateNested } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { IdentityText, IsRegistrationIdentifier } from '../shapes/identity-shapes.js';
import { Nested } from '../shapes/read-shape.js';
import { Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';

const MAX_BUSINESSES = 100;

/** The members of an identity that match a business (design 5). */
class MatchedBusiness {
  @IsOptional()
  @IdentityText()
  readonly business_legal_name?: string | null;

  @IsOptional()
  @IdentityText()
  readonly business_jurisdiction_of_formation?: string | null;

  @IsOptional()
  @IsRegistrationIdentifier()
  readonly business_registration_identifier_from_jurisdiction_of_formation?: string | number | null;

  @IsOptional()
  @IdentityText()
  readonly business_tax_identifier_type?: string | null;

  @IsOptional()
  @IdentityText()
  readonly business_tax_identifier_value?: string | null;
}

class MatchBusinessesDto {
  @Uuid()
  readonly network_id!: string;

  @ValidateNested({ each: true })
  @Nested(() => MatchedBusiness)
  @ArrayMaxSize(MAX_BUSINESSES)
  @ArrayMinSize(1)
  @IsArray()
  readonly businesses!: readonly Readonly<Record<string, unknown>>[];
}

const Matches = wire.record('BusinessMatches', {
  businesses: wire.listOf(
    wire.record('BusinessMatchResult', {
      match: wire.oneOf(BUSINESS_MATCHES),
      /** Why the identity would be rejected; null otherwise. */
      rejection: wire.nullable(wire.text),
    }),
  ),
});

export const matchBusinesses = declareOperation({
  id: 'matchBusinesses',
  method: 'POST',
  path: '/v1/entities/business/match',
  service: 'entity',
  permission: 'data:furnish',
  summary: 'State which businesses a network knows, before they are furnished',
  description:
    'For furnishers of the network. A business matches as it would when it is furnished: by its registration, or by its EIN with the legal name; nothing is stored of it. Where the `identity_visibility` of the network is `related`, the answer is `not_shown` for every business to which the institution is not related. Each request is recorded in the audit log, with hashes of the identities and the number of known businesses.',
  request: { body: MatchBusinessesDto },
  changesNothing: true,
  answer: Matches,
  refusals: ['not_a_member', 'role_missing'],
  words: {
    'MatchedBusiness.business_jurisdiction_of_formation': [
      'The jurisdiction of formation (ISO 3166-2), or the name or code of a state.',
      'US-DE',
    ],
    'MatchedBusiness.business_registration_identifier_from_jurisdiction_of_formation': [
      'The registration in the jurisdiction of formation; an integer is accepted too.',
      '5551234',
    ],
    'MatchedBusiness.business_tax_identifier_type': ['The kind of tax identifier.', 'EIN'],
    'MatchedBusiness.business_tax_identifier_value': ['The tax identifier.', '12-3456789'],
    'MatchBusinesses.businesses': 'The identities, as in the records to furnish.',
    'BusinessMatches.businesses': 'What the network knows of each, in the order of the request.',
    match: [
      '`new`: the network has no such business. `known`: it has. `known_under_another_name`: it has, and no institution states this legal name of it. `not_shown`: the network does not show the caller whether it has. `rejected`: furnishing would reject the identity.',
      'known',
    ],
    rejection: ['Why the identity would be rejected; null otherwise.', null],
  },
});
