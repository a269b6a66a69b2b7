import { Stack } from '@mantine/core';
import type { FieldAccessGrant } from '@ndx/client';
import { useState } from 'react';
import { useApi } from '../app/api.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { DataTable, Empty } from '../parts/data-table.js';
import { Moment, NoValue } from '../parts/values.js';
import { useNames, type NameOf } from '../parts/names.js';
import { useSession } from '../session/session.js';
import { fieldInWords } from './consent-words.js';
import type { Consent, ConsentRef } from './consents.js';

/** The year of `effective_to` in a grant without an end (design 6). */
const OPEN_END = '9999';

/** The furnisher of a grant for all of them. */
export const EVERY_FURNISHER = '*';

interface GrantTableProps extends ConsentRef {
  readonly consent: Consent;
}

export function GrantTable({ consent, operations, networkId }: GrantTableProps) {
  const { may } = useSession();
  const nameOf = useNames([networkId]);
  const furnisherOf = ({ furnishing_entity_id: id }: FieldAccessGrant) =>
    furnisherInWords(id, nameOf);
  const close = (grant: FieldAccessGrant) => (
    <CloseGrantButton
      // Another end is compared with the time when it is shown.
      key={grant.effective_to}
      {...{ consent, operations, grant }}
      furnisher={furnisherOf(grant)}
    />
  );
  const mayClose = consent.status === 'active' && may('consent:write');
  return (
    <DataTable
      label="Grants"
      rows={consent.field_access_grants}
      keyOf={({ grant_id }) => grant_id}
      columns={[
        { header: 'Furnisher', cell: furnisherOf },
        {
          header: 'Fields',
          cell: ({ field_definitions }) => (
            <Stack gap={2}>
              {field_definitions.map((definition) => (
                <span key={definition}>{fieldInWords(definition)}</span>
              ))}
            </Stack>
          ),
        },
        { header: 'From', cell: ({ effective_from }) => <Moment at={effective_from} /> },
        {
          header: 'Until',
          cell: ({ effective_to: end }) =>
            end.startsWith(OPEN_END) ? <NoValue>end of the consent</NoValue> : <Moment at={end} />,
        },
        ...(mayClose ? [{ header: 'Action', isPinned: true, cell: close }] : []),
      ]}
      empty={<Empty title="No grant">No furnisher's data can be read under the consent.</Empty>}
    />
  );
}

export function furnisherInWords(id: string, nameOf: NameOf): string {
  return id === EVERY_FURNISHER ? 'Every furnisher' : nameOf(id);
}

interface CloseGrantButtonProps extends Pick<ConsentRef, 'operations'> {
  readonly consent: Consent;
  readonly grant: FieldAccessGrant;
  readonly furnisher: string;
}

/** Ends a grant now; none for one that has ended. */
function CloseGrantButton({ consent, operations, grant, furnisher }: CloseGrantButtonProps) {
  const { ndx } = useApi();
  const [now] = useState(Date.now);
  const { grant_id, effective_to } = grant;
  if (Date.parse(effective_to) <= now) return null;
  return (
    <ConfirmButton
      label="Close grant"
      name={`Close grant: ${furnisher}`}
      question={`Close the grant of ${furnisher}?`}
      size="xs"
      variant="light"
      color="red"
      act={() => ndx[operations.closeGrant]({ path: { consent_id: consent.consent_id, grant_id } })}
    >
      Queries that start after the confirmation read no field by this grant. Another grant can open
      it again.
    </ConfirmButton>
  );
}
