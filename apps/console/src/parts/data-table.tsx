import { Paper, Stack, Table, Text } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { Illustration, type Art } from './illustration.js';
import type { ListOrder } from './list-order.js';
import { OrderButton } from './order-button.js';
import { useRowKeys } from './use-row-keys.js';
import classes from './data-table.module.css';

/** A table of at most this width in pixels fits a phone, and has no cards. */
const PHONE_WIDTH = 360;

/** Where a table has at most this width in pixels, its rows are cards. A wider table scrolls above it. */
const CARD_WIDTH = 640;

export interface Column<Row> {
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'right';
  /** The order of the list by this time; its heading reverses it. */
  readonly order?: ListOrder | undefined;
  /** The buttons of the row: they stay visible where the table scrolls. */
  readonly isPinned?: boolean;
}

interface DataTableProps<Row> {
  /** The name for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Below this width in pixels, the table scrolls; on a phone, each row is a card instead. */
  readonly minWidth?: number;
  /** Opens a row, by a click or Enter; a row has a button that does the same. */
  readonly onRowClick?: (row: Row) => void;
  /** Shown instead of a table without rows. */
  readonly empty: ReactNode;
}

/**
 * A table of records, with the keyboard between rows that open something; `empty` says why there are
 * none and what to do.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, keyOf, minWidth = CARD_WIDTH, onRowClick, empty } = props;
  const openAt = (index: number) => {
    const row = rows[index];
    if (row !== undefined) onRowClick?.(row);
  };
  const keys = useRowKeys(onRowClick && openAt);
  if (rows.length === 0) return empty;
  // A browser takes the roles of a table from elements that are not displayed as one.
  return (
    <div className={classes['container']}>
      <Table.ScrollContainer
        minWidth={minWidth}
        className={classes['scroll']}
        // Without a link in it, a keyboard could not scroll it.
        scrollAreaProps={{ viewportProps: minWidth > CARD_WIDTH ? { tabIndex: 0 } : {} }}
      >
        <Table
          role="table"
          aria-label={label}
          className={minWidth > PHONE_WIDTH ? classes['cards'] : undefined}
        >
          <Table.Thead role="rowgroup">
            <Table.Tr role="row">
              {columns.map(({ header, align, order, isPinned }) => (
                <Table.Th
                  key={header}
                  role="columnheader"
                  ta={align}
                  aria-sort={order && (order === 'newest_first' ? 'descending' : 'ascending')}
                  className={isPinned ? classes['pinned'] : undefined}
                >
                  {order ? <OrderButton header={header} order={order} /> : header}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody role="rowgroup" className={classes['rows']} {...keys}>
            {rows.map((row) => (
              <Table.Tr
                key={keyOf(row)}
                role="row"
                data-row={keyOf(row)}
                {...(onRowClick && {
                  style: { cursor: 'pointer' },
                  onClick: (event: MouseEvent) => isOfRow(event) && onRowClick(row),
                })}
              >
                {columns.map(({ header, cell, align, isPinned }) => (
                  <Table.Td
                    key={header}
                    role="cell"
                    ta={align}
                    data-label={header}
                    className={isPinned ? classes['pinned'] : undefined}
                  >
                    {cell(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </div>
  );
}

/** Whether a click is on no link or button of the row, and selects no text. */
function isOfRow({ target }: MouseEvent): boolean {
  const isOfControl = target instanceof Element && target.closest('a, button') !== null;
  return !isOfControl && getSelection()?.isCollapsed !== false;
}

/** Why a list is empty, and how to fill it. */
export function Empty({
  title,
  art = 'empty',
  children,
}: {
  readonly title: string;
  readonly art?: Art;
  readonly children?: ReactNode;
}) {
  return (
    <Paper withBorder p="lg" role="status">
      <Stack align="center" gap="xs" ta="center">
        <Illustration of={art} />
        <Text fw={600}>{title}</Text>
        {children !== undefined && (
          <Text size="sm" c="dimmed" maw={480} component="div">
            {children}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
