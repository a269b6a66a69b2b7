import { MAX_WITNESSES } from '@ndx/contracts';
import { ArrayMaxSize, IsArray, ValidateNested } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { Nested } from '../shapes/read-shape.js';
import { Text } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { GOVERNORS_ONLY, NETWORK, NetworkPath } from './network-shapes.js';

class WitnessInputDto {
  @Text(500)
  readonly verifier_key!: string;

  @Text(500)
  readonly url!: string;
}

class SetWitnessesDto {
  @ValidateNested({ each: true })
  @Nested(() => WitnessInputDto)
  @ArrayMaxSize(MAX_WITNESSES)
  @IsArray()
  readonly witnesses!: readonly WitnessInputDto[];
}

const Witnesses = wire.record('Witnesses', {
  witnesses: wire.listOf(wire.record('Witness', { verifier_key: wire.text, url: wire.text })),
});

const COMMON = { service: 'entity', path: `${NETWORK}/witnesses` } as const;

export const EXAMPLE_VERIFIER_KEY =
  'example.com/witness+00361d1a+BIqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c';

export const listWitnesses = declareOperation({
  ...COMMON,
  id: 'listWitnesses',
  method: 'GET',
  permission: 'network:read',
  summary: 'List the witnesses of a network',
  description:
    'A witness is a server of another organization that cosigns the checkpoints of the audit logs of the network (C2SP tlog-witness). It cosigns only a checkpoint that is consistent with the one before it.',
  request: { path: NetworkPath },
  answer: Witnesses,
  refusals: ['not_a_member'],
  words: {
    witnesses: 'The witnesses of the network, without duplicates.',
    verifier_key: [
      'The key of its cosignatures: a verifier key of C2SP signed-note of type 0x04.',
      EXAMPLE_VERIFIER_KEY,
    ],
    'Witness.url': ['The prefix of the path `add-checkpoint`.', 'https://witness.example.com/'],
    'WitnessInput.url': [
      'The prefix of the path `add-checkpoint`.',
      'https://witness.example.com/',
    ],
  },
});

export const setWitnesses = declareOperation({
  ...COMMON,
  id: 'setWitnesses',
  method: 'PUT',
  permission: 'network:admin',
  summary: 'Set the witnesses of a network',
  description:
    'The origin of each `url` must be one that the operator allows (`WITNESS_ORIGINS`). Each service asks the witnesses for cosignatures within seconds, in the background. An empty list removes all.',
  request: { path: NetworkPath, body: SetWitnessesDto },
  answer: Witnesses,
  example: { witnesses: [] },
  refusals: [...GOVERNORS_ONLY, 'invalid_value'],
});
