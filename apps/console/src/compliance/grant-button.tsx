import { MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import type { Participant, Product } from '@ndx/client';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { allQuery } from '../app/reads.js';
import { FormButton } from '../parts/form-button.js';
import { useProducts } from '../parts/use-products.js';
import { useSession } from '../session/session.js';
import { fieldInWords } from './consent-words.js';
import { dayStart } from './consent-terms.js';
import type { Consent, ConsentRef } from './consents.js';
import { EVERY_FURNISHER } from './grant-table.js';

interface GrantButtonProps extends ConsentRef {
  readonly consent: Consent;
}

interface Values {
  readonly furnisher: string;
  readonly fields: readonly string[];
  /** Days (UTC); empty for now, and for the end of the consent. */
  readonly from: string;
  readonly to: string;
}

const INITIAL: Values = { furnisher: EVERY_FURNISHER, fields: [], from: '', to: '' };

/** Grants access to fields of a furnisher under a consent in force. */
export function GrantButton({ consent, operations, networkId }: GrantButtonProps) {
  const { ndx } = useApi();
  const { may } = useSession();
  const isOffered = consent.status === 'active' && may('consent:write');
  const { data: products = [] } = useProducts(isOffered && may('policy:read'));
  const path = { network_id: networkId };
  const participants = useQuery({
    ...allQuery(ndx, 'listParticipants', { path }),
    enabled: isOffered,
  });
  if (!isOffered) return null;
  const { consent_id } = consent;
  return (
    <FormButton
      label="Grant access"
      title="Grant access to fields"
      submitLabel="Grant access"
      size="xs"
      variant="default"
      objectId={consent_id}
      initial={INITIAL}
      act={({ furnisher, fields, from, to }) =>
        ndx[operations.addGrant]({
          path: { consent_id },
          body: {
            furnishing_entity_id: furnisher,
            field_definitions: fields.length === 0 ? ['*'] : [...fields],
            effective_from: dayStart(from) ?? null,
            effective_to: dayStart(to) ?? null,
          },
        })
      }
    >
      {(_, { values, change, faultAt }) => (
        <>
          <NativeSelect
            label="Furnisher"
            description="Grants for a furnisher itself replace those for every furnisher while they are in force."
            data={furnisherOptions(participants.data ?? [])}
            value={values.furnisher}
            onChange={({ currentTarget: { value } }) => change({ furnisher: value })}
          />
          <MultiSelect
            label="Fields"
            description="None selected: all fields."
            searchable
            data={fieldOptions(products)}
            error={faultAt('field_definitions')}
            value={[...values.fields]}
            onChange={(fields) => change({ fields })}
          />
          <TextInput
            type="date"
            label="From the start of this day (UTC)"
            description="Empty: from now on."
            error={faultAt('effective_from')}
            value={values.from}
            onChange={({ currentTarget: { value } }) => change({ from: value })}
          />
          <TextInput
            type="date"
            label="Until the start of this day (UTC)"
            description="Empty: to the end of the consent."
            error={faultAt('effective_to')}
            value={values.to}
            onChange={({ currentTarget: { value } }) => change({ to: value })}
          />
        </>
      )}
    </FormButton>
  );
}

function furnisherOptions(participants: readonly Participant[]) {
  return [
    { value: EVERY_FURNISHER, label: 'Every furnisher' },
    ...participants
      .filter(({ roles }) => roles.includes('furnisher'))
      .map(({ entity_id, name }) => ({ value: entity_id, label: name })),
  ];
}

/** Each model as a whole, and its fields; models are in several products. */
function fieldOptions(products: readonly Product[]) {
  const definitions = products.flatMap(({ models }) =>
    models.flatMap(({ model_name: model, fields }) => [
      `${model}.*`,
      ...fields.map(({ field_name: field }) => `${model}.${field}`),
    ]),
  );
  return [...new Set(definitions)].map((value) => ({ value, label: fieldInWords(value) }));
}
