import { Group, Stack, Text } from '@mantine/core';
import type { Notice, Product } from '@ndx/client';
import type { ReactNode } from 'react';
import { CertificateLink } from '../certificates/certificate-link.js';
import { SubjectLink } from '../compliance/subject-link.js';
import { DataTable } from '../parts/data-table.js';
import type { ListOrder } from '../parts/list-order.js';
import { useNames } from '../parts/names.js';
import { useProducts } from '../parts/use-products.js';
import { Id, Moment } from '../parts/values.js';
import { inWords } from '../parts/words.js';
import { EvidenceLink, ExplanationLink } from '../queries/query-links.js';
import { useSession } from '../session/session.js';
import { KIND_WORDS } from './notice-kinds.js';
import { RenewButton } from './renew-button.js';

interface NoticeTableProps {
  readonly notices: readonly Notice[];
  readonly empty: ReactNode;
  /** The order that the heading of the time reverses; without it, the order is fixed. */
  readonly order?: ListOrder;
}

/** What differs in each answer, with the links to the reasons. */
export function NoticeTable({ notices, empty, order }: NoticeTableProps) {
  const { caller, may } = useSession();
  const { data: products = [] } = useProducts(may('policy:read'));
  const nameOf = useNames([...new Set(notices.flatMap(({ network_ids }) => network_ids))]);
  const productOf = ({ product_id }: Notice) => products.find(({ id }) => id === product_id);
  return (
    <DataTable
      label="Notices"
      rows={notices}
      keyOf={({ notice_id }) => notice_id}
      minWidth={1_400}
      empty={empty}
      columns={[
        { header: 'Notice', cell: ({ kind }) => <Kind kind={kind} /> },
        { header: 'Differs', cell: ({ groups }) => <Groups groups={groups} /> },
        { header: 'Since', cell: ({ since }) => <Moment at={since} /> },
        {
          header: 'Reasons',
          cell: ({ query_event_id }) => (
            <Group gap="xs" wrap="nowrap">
              <ExplanationLink queryEventId={query_event_id} />
              <EvidenceLink queryEventId={query_event_id} />
            </Group>
          ),
        },
        {
          header: 'Product',
          cell: (notice) => <ProductName product={productOf(notice)} notice={notice} />,
        },
        {
          header: 'Subject',
          cell: (notice) => <Subject notice={notice} product={productOf(notice)} />,
        },
        {
          header: 'Certificate',
          cell: ({ certificate_id: id }) =>
            id !== null && <CertificateLink id={id} queryingEntityId={caller.entity_id} />,
        },
        { header: 'Networks', cell: ({ network_ids: ids }) => ids.map(nameOf).join(', ') },
        { header: 'Noticed', order, cell: ({ created_at }) => <Moment at={created_at} /> },
        ...(may('product:query')
          ? [
              {
                header: 'Renewal',
                isPinned: true,
                cell: (notice: Notice) => <RenewButton notice={notice} />,
              },
            ]
          : []),
      ]}
    />
  );
}

function Kind({ kind }: Pick<Notice, 'kind'>) {
  return (
    <Stack gap={0} miw={180}>
      <Text size="sm" fw={500}>
        {inWords(kind)}
      </Text>
      <Text size="xs" c="dimmed">
        {KIND_WORDS[kind]}
      </Text>
    </Stack>
  );
}

/** The sections of a certificate, or the groups of a template. */
function Groups({ groups }: Pick<Notice, 'groups'>) {
  return (
    <Stack gap={0} miw={200}>
      {groups.map((group) => (
        <span key={group}>{inWords(group)}</span>
      ))}
    </Stack>
  );
}

interface OfNotice {
  readonly notice: Notice;
  /** Undefined until it is loaded, and for an account that may not read products. */
  readonly product: Product | undefined;
}

function ProductName({ notice, product }: OfNotice) {
  return product === undefined ? <Id value={notice.product_id} /> : inWords(product.slug);
}

function Subject({ notice: { subject_id: id, network_ids }, product }: OfNotice) {
  const [networkId] = network_ids;
  if (id === null) return null;
  if (product === undefined || networkId === undefined) return <Id value={id} />;
  return <SubjectLink networkId={networkId} kind={product.subject} id={id} />;
}
