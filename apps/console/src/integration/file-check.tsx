import { Button, FileInput, Group, Progress, Stack, Text } from '@mantine/core';
import type { Product } from '@ndx/client';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { Failure } from '../parts/loaded.js';
import { Panel } from '../parts/page.js';
import { RestoredNotice } from '../parts/restored-notice.js';
import { useKept } from '../parts/use-kept.js';
import { plural } from '../parts/words.js';
import { useSession } from '../session/session.js';
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
export function FileCheck(target: FileCheckProps) {
  const [file, setFile] = useState<CsvFile>();
  const [problem, setProblem] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const begin = () => setAttempt((current) => current + 1);
  const open = async (selected: File | null) => {
    setFile(undefined);
    setProblem(undefined);
    if (selected === null) return;
    try {
      setFile(readCsv(await selected.text()));
      begin();
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
      {file && <OpenFile key={attempt} {...target} file={file} begin={begin} />}
    </Stack>
  );
}

interface OpenFileProps extends FileCheckProps {
  readonly file: CsvFile;
  /** Shows the file with the mapping that it has at first. */
  readonly begin: () => void;
}

function OpenFile({ product, networkId, file: { columns, rows }, begin }: OpenFileProps) {
  const { account_id } = useSession().caller;
  const key = `mapping ${account_id} ${product.slug} ${JSON.stringify(columns)}`;
  const kept = useKept(key, pathsOf(columns));
  const check = useSend();
  const furnish = useSend();
  const change = (mapping: Mapping) => {
    check.reset();
    furnish.reset();
    kept.set(mapping);
  };
  const discard = () => {
    kept.forget();
    begin();
  };
  const start = () => {
    furnish.reset();
    const records = rows.map((row) => toRecord(row, kept.values));
    check.mutate({ product, networkId, records, runId: crypto.randomUUID(), dryRun: true });
  };
  const running = [check, furnish].find(({ isPending }) => isPending);
  return (
    <>
      <Panel title="Columns">
        <Stack>
          {kept.isRestored && <RestoredNotice discard={discard} />}
          <MappingEditor columns={columns} mapping={kept.values} onChange={change} />
        </Stack>
      </Panel>
      <Group>
        <Button loading={check.isPending} onClick={start}>
          Check {plural(rows.length, 'row')}
        </Button>
        <Text size="sm" c="dimmed">
          The check stores nothing.
        </Text>
      </Group>
      {running && (
        <Progress
          value={(100 * running.done) / rows.length}
          aria-label={`${running.done} of ${plural(rows.length, 'row')} sent`}
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
  );
}
