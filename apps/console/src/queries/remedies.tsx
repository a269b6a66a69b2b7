import { Stack, Text } from '@mantine/core';
import type { QueryExplanation } from '@ndx/client';
import type { NameOf } from '../parts/names.js';

interface RemediesProps {
  readonly explanation: Pick<QueryExplanation, 'explanation' | 'remedies'>;
  readonly nameOf: NameOf;
}

/** Why a query has the answer that it has, and what would give a result. */
export function Remedies({ explanation: { explanation, remedies }, nameOf }: RemediesProps) {
  const isOfSeveral = new Set(remedies.map(({ network_id }) => network_id)).size > 1;
  return (
    <Stack gap="xs">
      <Text size="sm">{explanation}</Text>
      {remedies.map(({ network_id, model_name, furnishing_entity_ids: ids, explanation: text }) => (
        <Text key={`${network_id} ${model_name}`} size="sm">
          {isOfSeveral && `${nameOf(network_id)}: `}
          {text}
          {ids !== null && ` The policy accepts ${ids.map(nameOf).join(', ')}.`}
        </Text>
      ))}
    </Stack>
  );
}
