import { EXAMPLE_IDS } from '@ndx/contracts';
import { ArrayMaxSize, ArrayMinSize, IsArray } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';

const MAX_CONSUMERS = 100;

class NameConsumersDto {
  @Uuid()
  readonly network_id!: string;

  @Uuid({ each: true })
  @ArrayMaxSize(MAX_CONSUMERS)
  @ArrayMinSize(1)
  @IsArray()
  readonly consumer_ids!: readonly string[];
}

const Names = wire.record('ConsumerNames', {
  consumers: wire.listOf(
    wire.record('ConsumerName', {
      consumer_id: wire.uuid,
      first_name: wire.text,
      last_name: wire.text,
    }),
  ),
});

export const nameConsumers = declareOperation({
  id: 'nameConsumers',
  method: 'POST',
  path: '/v1/entities/consumer/names',
  service: 'entity',
  permission: 'entity:search',
  summary: 'Name consumers of a network by their ids',
  description:
    'Names the consumers for which the institution furnished a record or recorded a consent, whatever the `identity_visibility` of the network is. The answer omits any other id. A merged consumer has the name of the one into which it was merged. Each request is recorded in the audit log as a search by these ids.',
  request: { body: NameConsumersDto },
  changesNothing: true,
  answer: Names,
  refusals: ['not_a_member'],
  words: {
    'NameConsumers.consumer_ids': ['The consumers, at most 100.', [EXAMPLE_IDS.consumer]],
    'ConsumerNames.consumers': 'The named consumers, in the order of their ids.',
    'ConsumerName.consumer_id': ['The id in the request.', EXAMPLE_IDS.consumer],
  },
});
