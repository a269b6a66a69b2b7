import { Paper, Stack, Table, Text, ThemeIcon } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { IconInbox } from '@tabler/icons-react';

export interface Column<Row> {
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'right';
}

interface DataTableProps<Row> {
  /** The name for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Below this width in pixels, the table scrolls. */
  readonly minWidth?: number;
  /** For a mouse; a row has a button that does the same. */
  readonly onRowClick?: (row: Row) => void;
  /** Shown instead of a table without rows. */
  readonly empty: ReactNode;
}

/** A table of records; `empty` says why there are none and what to do. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, keyOf, minWidth = 640, onRowClick, empty } = props;
  if (rows.length === 0) return empty;
  return (
    <Table.ScrollContainer minWidth={minWidth}>
      <Table aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ header, align }) => (
              <Table.Th key={header} ta={align}>
                {header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr
              key={keyOf(row)}
              {...(onRowClick && {
                style: { cursor: 'pointer' },
                onClick: (event: MouseEvent) => isOfRow(event) && onRowClick(row),
              })}
            >
              {columns.map(({ header, cell, align }) => (
                <Table.Td key={header} ta={align}>
                  {cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
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
  children,
}: {
  readonly title: string;
  readonly children?: ReactNode;
}) {
  return (
    <Paper withBorder p="xl" role="status">
      <Stack align="center" gap="xs" ta="center">
        <ThemeIcon variant="light" color="gray" size="xl" radius="xl">
          <IconInbox aria-hidden />
        </ThemeIcon>
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
