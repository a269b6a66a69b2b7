import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { exportFile, type Export, type ExportFormat } from './export-file.js';
import { Failure } from './loaded.js';
import { saveFile } from './save-file.js';
import { plural } from './words.js';

interface ExportButtonsProps {
  /** What is saved; it distinguishes the buttons of a page for screen readers. */
  readonly label: string;
  /** Begins an export; the signal ends it. */
  readonly start: (signal: AbortSignal) => Export;
}

const FORMATS: readonly ExportFormat[] = ['csv', 'json'];

const TYPES = { csv: 'text/csv', json: 'application/json' } as const;

/** Saves a whole list as a file, with its progress. Leaving the view cancels it. */
export function ExportButtons({ label, start }: ExportButtonsProps) {
  const [count, setCount] = useState(0);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const save = useMutation({
    mutationFn: async (format: ExportFormat) => {
      const { signal } = (running.current = new AbortController());
      setCount(0);
      const list = start(signal);
      try {
        const content = await exportFile(format, list, setCount);
        if (!signal.aborted) saveFile(`${list.name}.${format}`, TYPES[format], content);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
  });
  if (save.isPending) {
    return (
      <Group gap="xs">
        <Text size="sm" role="status">
          {plural(count, 'row')} read
        </Text>
        <Button size="xs" variant="default" onClick={() => running.current?.abort()}>
          Cancel
        </Button>
      </Group>
    );
  }
  return (
    <Group gap="xs">
      {FORMATS.map((format) => (
        <Button
          key={format}
          size="xs"
          variant="default"
          aria-label={`Save as ${format.toUpperCase()}: ${label}`}
          onClick={() => save.mutate(format)}
        >
          Save as {format.toUpperCase()}
        </Button>
      ))}
      {save.isError && <Failure error={save.error} />}
    </Group>
  );
}
