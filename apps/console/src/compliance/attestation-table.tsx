import { Badge, Group, Stack, Text } from '@mantine/core';
import type { InstitutionAttestation } from '@ndx/client';
import { useState } from 'react';
import { useApi } from '../app/api.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { DataTable, Empty } from '../parts/data-table.js';
import type { ListOrder } from '../parts/list-order.js';
import { Id, Moment, StatusBadge } from '../parts/values.js';
import { useProducts } from '../parts/use-products.js';
import { inWords, plural } from '../parts/words.js';
import { useSession } from '../session/session.js';
import { daysLeft, endsSoon } from './ends-soon.js';

interface AttestationTableProps {
  readonly attestations: readonly InstitutionAttestation[];
  /** The order that the heading of the time reverses; without it, the order is fixed. */
  readonly order?: ListOrder;
}

export function AttestationTable({ attestations, order }: AttestationTableProps) {
  const { may } = useSession();
  const { data: products = [] } = useProducts(may('policy:read'));
  const nameOf = (id: string) => products.find((one) => one.id === id)?.slug;
  return (
    <DataTable
      label="Attestations"
      rows={attestations}
      keyOf={({ id }) => id}
      minWidth={900}
      columns={[
        {
          header: 'Product',
          cell: ({ product_id: id }) => inWords(nameOf(id) ?? '') || <Id value={id} />,
        },
        { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
        {
          header: 'Signed by',
          cell: ({ signed_by_name, signed_by_title }) => (
            <Stack gap={0}>
              <Text size="sm">{signed_by_name}</Text>
              <Text size="sm" c="dimmed">
                {signed_by_title}
              </Text>
            </Stack>
          ),
        },
        { header: 'Signed', order, cell: ({ signed_at }) => <Moment at={signed_at} /> },
        { header: 'Expires', cell: (attestation) => <Expiry attestation={attestation} /> },
        { header: 'Id', cell: ({ id }) => <Id value={id} /> },
        ...(may('attestation:write')
          ? [
              {
                header: 'Action',
                isPinned: true,
                cell: (attestation: InstitutionAttestation) => (
                  <RevokeAttestation attestation={attestation} />
                ),
              },
            ]
          : []),
      ]}
      empty={
        <Empty title="No attestation">
          Your institution has no such attestation. Furnishers attest to the verifications behind
          the records that they furnish.
        </Empty>
      }
    />
  );
}

interface AttestationProps {
  readonly attestation: InstitutionAttestation;
}

function Expiry({ attestation }: AttestationProps) {
  const [now] = useState(Date.now);
  return (
    <Group gap="xs">
      <Moment at={attestation.expires_at} />
      {endsSoon(attestation, now) && (
        <Badge color="orange">in {plural(daysLeft(attestation, now), 'day')}</Badge>
      )}
    </Group>
  );
}

function RevokeAttestation({ attestation: { id, status } }: AttestationProps) {
  const { ndx } = useApi();
  if (status !== 'active') return null;
  return (
    <ConfirmButton
      label="Revoke"
      name={`Revoke the attestation ${id}`}
      question="Revoke this attestation?"
      size="xs"
      variant="light"
      color="red"
      act={() => ndx.revokeAttestation({ path: { attestation_id: id } })}
    >
      Queries stop using it about a second later. Policies that need an attestation then exclude
      your records, unless another attestation of the product is active. A revocation is final.
    </ConfirmButton>
  );
}
