import { Alert, Button, FileButton, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DataTable } from '../parts/data-table.js';
import { readMapping, VALUE_TYPES, type Mapping, type Target } from './mapping.js';

interface MappingEditorProps {
  readonly columns: readonly string[];
  readonly mapping: Mapping;
  readonly onChange: (mapping: Mapping) => void;
}

/** The path and the type of each column; or a mapping file of the command line. */
export function MappingEditor({ columns, mapping, onChange }: MappingEditorProps) {
  const change = (column: string, part: Partial<Target>) => {
    const current = mapping[column] ?? { path: '', type: 'text' };
    onChange({ ...mapping, [column]: { ...current, ...part } });
  };
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" maw={640}>
          The path of each column in the record, such as business_identity.business_legal_name. A
          column without a path is left out.
        </Text>
        <MappingFile columns={columns} onRead={onChange} />
      </Group>
      <DataTable
        label="Columns"
        rows={columns}
        keyOf={(column) => column}
        minWidth={680}
        empty={null}
        columns={[
          {
            header: 'Column',
            cell: (column) => <span style={{ overflowWrap: 'anywhere' }}>{column}</span>,
          },
          {
            header: 'Path',
            cell: (column) => (
              <TextInput
                aria-label={`Path of ${column}`}
                miw={320}
                value={mapping[column]?.path ?? ''}
                onChange={({ currentTarget: { value: path } }) => change(column, { path })}
              />
            ),
          },
          {
            header: 'Type',
            cell: (column) => (
              <Select
                aria-label={`Type of ${column}`}
                w={120}
                allowDeselect={false}
                data={VALUE_TYPES}
                value={mapping[column]?.type ?? 'text'}
                onChange={(type) => change(column, { type: type ?? 'text' })}
              />
            ),
          },
        ]}
      />
    </Stack>
  );
}

interface MappingFileProps {
  readonly columns: readonly string[];
  readonly onRead: (mapping: Mapping) => void;
}

function MappingFile({ columns, onRead }: MappingFileProps) {
  const [problem, setProblem] = useState<string>();
  const read = async (file: File | null) => {
    setProblem(undefined);
    if (file === null) return;
    try {
      onRead(readMapping(await file.text(), columns));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Stack gap="xs" align="flex-end">
      <FileButton accept=".json,application/json" onChange={read}>
        {(props) => (
          <Button size="xs" variant="default" {...props}>
            Load a mapping file
          </Button>
        )}
      </FileButton>
      {problem !== undefined && (
        <Alert color="red" p="xs" role="alert">
          {problem}
        </Alert>
      )}
    </Stack>
  );
}
