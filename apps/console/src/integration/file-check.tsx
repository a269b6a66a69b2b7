import { Button, FileInput, Group, Progress, Stack, Text } from '@mantine/core';
import type { Product } from '@ndx/client';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { Failure } from '../parts/loaded.js';
import { Panel } from '../parts/page.js';
import { plural } from '../parts/words.js';
import { FurnishButton } from './furnish-button.js';
import { MappingEditor } from './mapping-editor.js';
import { pathsOf, toRecord, type Mapping } from './mapping.js';
import { readCsv, type CsvFile } from './read-csv.js';
import { SentRows } from './sent-rows.js';
import { useSend } from './use-send.js';

interface FileCheckProps {
  readonly product: Product;
  readonly networkId: string;
}

/** Selects a file and the paths of its columns, shows which rows would be rejected, and furnishes it. */
export function FileCheck({ product, networkId }: FileCheckProps) {
  const [file, setFile] = useState<CsvFile>();
  const [problem, setProblem] = useState<string>();
  const [mapping, setMapping] = useState<Mapping>({});
  const check = useSend();
  const furnish = useSend();
  const reset = () => {
    check.reset();
    furnish.reset();
  };
  const open = async (selected: File | null) => {
    reset();
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
  const change = (changed: Mapping) => {
    reset();
    setMapping(changed);
  };
  const start = ({ rows }: CsvFile) => {
    furnish.reset();
    const records = rows.map((row) => toRecord(row, mapping));
    check.mutate({ product, networkId, records, runId: crypto.randomUUID(), dryRun: true });
  };
  const running = [check, furnish].find(({ isPending }) => isPending);
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
            <MappingEditor columns={file.columns} mapping={mapping} onChange={change} />
          </Panel>
          <Group>
            <Button loading={check.isPending} onClick={() => start(file)}>
              Check {plural(file.rows.length, 'row')}
            </Button>
            <Text size="sm" c="dimmed">
              The check stores nothing.
            </Text>
          </Group>
          {running && (
            <Progress
              value={(100 * running.done) / file.rows.length}
              aria-label={`${running.done} of ${plural(file.rows.length, 'row')} sent`}
            />
          )}
          {check.isError && <Failure error={check.error} />}
          {furnish.isSuccess ? (
            <SentRows sent={furnish.data} />
          ) : (
            check.isSuccess && (
              <>
                <SentRows sent={check.data} />
                <FurnishButton checked={check.data} furnish={furnish.mutateAsync} />
              </>
            )
          )}
        </>
      )}
    </Stack>
  );
}
