import { Button, FileInput, Group, Progress, Stack, Text } from '@mantine/core';
import type { Product } from '@ndx/client';
import { useMutation } from '@tanstack/react-query';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { useApi } from '../app/api.js';
import { Failure } from '../parts/loaded.js';
import { Panel } from '../parts/page.js';
import { plural } from '../parts/words.js';
import { dryRun, type RowFault } from './dry-run.js';
import { MappingEditor } from './mapping-editor.js';
import { pathsOf, toRecord, type Mapping } from './mapping.js';
import { readCsv, type CsvFile } from './read-csv.js';
import { RejectedRows } from './rejected-rows.js';

interface FileCheckProps {
  readonly product: Product;
  readonly networkId: string;
}

/** Selects a file and the paths of its columns, and shows which rows would be rejected. */
export function FileCheck({ product, networkId }: FileCheckProps) {
  const [file, setFile] = useState<CsvFile>();
  const [problem, setProblem] = useState<string>();
  const [mapping, setMapping] = useState<Mapping>({});
  const check = useCheck(product, networkId);
  const open = async (selected: File | null) => {
    check.reset();
    setFile(undefined);
    setProblem(undefined);
    if (selected === null) return;
    try {
      const csv = readCsv(await selected.text());
      setFile(csv);
      setMapping(pathsOf(csv.columns));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Stack gap="xl">
      <FileInput
        label="CSV file"
        description="The heading has paths such as business_identity.business_legal_name, or other names that you map to paths in the next step. The file stays in the browser; its rows are sent for validation."
        placeholder="Select a file"
        accept=".csv,text/csv"
        maw={560}
        clearable
        clearButtonProps={{ 'aria-label': 'Remove the file' }}
        leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
        error={problem}
        onChange={open}
      />
      {file && (
        <>
          <Panel title="Columns">
            <MappingEditor columns={file.columns} mapping={mapping} onChange={setMapping} />
          </Panel>
          <Group>
            <Button loading={check.isPending} onClick={() => check.mutate({ file, mapping })}>
              Check {plural(file.rows.length, 'row')}
            </Button>
            <Text size="sm" c="dimmed">
              Nothing is stored.
            </Text>
          </Group>
          {check.isPending && (
            <Progress
              value={(100 * check.checked) / file.rows.length}
              aria-label={`${check.checked} of ${plural(file.rows.length, 'row')} checked`}
            />
          )}
          {check.isError && <Failure error={check.error} />}
          {check.isSuccess && <RejectedRows faults={check.data} rows={file.rows.length} />}
        </>
      )}
    </Stack>
  );
}

/** Runs the dry run, and counts the rows that it has finished. */
function useCheck(product: Product, networkId: string) {
  const { ndx } = useApi();
  const [checked, setChecked] = useState(0);
  const mutation = useMutation({
    mutationFn: async ({ file, mapping }: { file: CsvFile; mapping: Mapping }) => {
      setChecked(0);
      const faults: RowFault[] = [];
      const records = file.rows.map((row) => toRecord(row, mapping));
      for await (const result of dryRun(ndx, product, networkId, records)) {
        faults.push(...result.faults);
        setChecked(result.row);
      }
      return faults;
    },
  });
  return { ...mutation, checked };
}
