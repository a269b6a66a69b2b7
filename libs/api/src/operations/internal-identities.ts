import { ArrayMaxSize, ArrayNotEmpty, ArrayUnique, IsArray, IsObject } from 'class-validator';
import { declareInternalOperation } from '../operation/operation.js';
import { Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';

const BATCH = 100;

/** The fields that identify a subject; entity reads them one by one. */
type Identity = Readonly<Record<string, unknown>>;

class ResolveBusinessesDto {
  @Uuid({ each: true })
  @ArrayUnique()
  @ArrayMaxSize(1000)
  @ArrayNotEmpty()
  @IsArray()
  readonly network_ids!: readonly [string, ...string[]];

  @IsObject({ each: true })
  @ArrayMaxSize(BATCH)
  @ArrayNotEmpty()
  @IsArray()
  readonly businesses!: readonly Identity[];
}

class ResolveConsumersDto {
  @Uuid()
  readonly network_id!: string;

  @IsObject({ each: true })
  @ArrayMaxSize(BATCH)
  @ArrayNotEmpty()
  @IsArray()
  readonly consumers!: readonly Identity[];
}

class LookUpBusinessesDto {
  @Uuid({ each: true })
  @ArrayMaxSize(BATCH)
  @IsArray()
  readonly business_ids!: readonly string[];
}

class LookUpConsumersDto {
  @Uuid({ each: true })
  @ArrayMaxSize(BATCH)
  @IsArray()
  readonly consumer_ids!: readonly string[];
}

const located = { network_id: wire.uuid, match_hashes: wire.listOf(wire.text) };

const BusinessMatch = wire.record('BusinessMatch', {
  business_id: wire.uuid,
  ...located,
  /** By the calling institution, last. */
  stated_legal_name: wire.nullable(wire.text),
});
const ConsumerMatch = wire.record('ConsumerMatch', { consumer_id: wire.uuid, ...located });

const Reason = wire.record('UnresolvedReason', { detail: wire.text });

/** Why an identity cannot be resolved. */
const Unresolved = wire.record('Unresolved', { error: Reason });

/**
 * The subject of each identity, in order, with a new id where it would be created; or the reason why
 * it could not be resolved.
 */
const CheckedIdentities = wire.record('CheckedIdentities', {
  results: wire.listOf(
    wire.record('CheckedIdentity', {
      subject_id: wire.nullable(wire.uuid),
      error: wire.nullable(Reason),
    }),
  ),
});

/** Matches or creates businesses: for each, in order, its match or its own error. */
export const resolveBusinesses = declareInternalOperation({
  id: 'resolveBusinesses',
  path: '/internal/businesses/resolve',
  service: 'entity',
  request: { body: ResolveBusinessesDto },
  answer: wire.record('ResolvedBusinesses', {
    businesses: wire.listOf(wire.eitherOf(BusinessMatch, Unresolved)),
  }),
});

/** Returns which businesses `resolveBusinesses` would reject now; stores nothing. */
export const checkBusinesses = declareInternalOperation({
  id: 'checkBusinesses',
  path: '/internal/businesses/check',
  service: 'entity',
  request: { body: ResolveBusinessesDto },
  answer: CheckedIdentities,
});

/** Finds businesses by id; an unknown id has no entry. */
export const lookUpBusinesses = declareInternalOperation({
  id: 'lookUpBusinesses',
  path: '/internal/businesses/lookup',
  service: 'entity',
  request: { body: LookUpBusinessesDto },
  answer: wire.record('KnownBusinesses', { businesses: wire.listOf(BusinessMatch) }),
});

/** Matches or creates consumers: for each, in order, its match or its own error. */
export const resolveConsumers = declareInternalOperation({
  id: 'resolveConsumers',
  path: '/internal/consumers/resolve',
  service: 'entity',
  request: { body: ResolveConsumersDto },
  answer: wire.record('ResolvedConsumers', {
    consumers: wire.listOf(wire.eitherOf(ConsumerMatch, Unresolved)),
  }),
});

/** Returns which consumers `resolveConsumers` would reject now; stores nothing. */
export const checkConsumers = declareInternalOperation({
  id: 'checkConsumers',
  path: '/internal/consumers/check',
  service: 'entity',
  request: { body: ResolveConsumersDto },
  answer: CheckedIdentities,
});

/** Finds consumers by id; an unknown id has no entry. */
export const lookUpConsumers = declareInternalOperation({
  id: 'lookUpConsumers',
  path: '/internal/consumers/lookup',
  service: 'entity',
  request: { body: LookUpConsumersDto },
  answer: wire.record('KnownConsumers', { consumers: wire.listOf(ConsumerMatch) }),
});
