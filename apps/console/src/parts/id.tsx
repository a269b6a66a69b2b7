import { ActionIcon, Code, CopyButton, Group, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

interface IdProps {
  readonly value: string;
  /** Shows the whole id; otherwise its end, which differs most between ids of version 7. */
  readonly whole?: boolean;
}

/** An id, and a button that copies it. */
export function Id({ value, whole = false }: IdProps) {
  const isShort = whole || value.length <= 13;
  return (
    <Group gap={2} wrap="nowrap" display="inline-flex" maw="100%">
      <Code
        style={whole ? { overflowWrap: 'anywhere' } : { whiteSpace: 'nowrap' }}
        title={isShort ? undefined : value}
      >
        {isShort ? value : `…${value.slice(-12)}`}
      </Code>
      <CopyButton value={value} timeout={1_500}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? 'Copied' : 'Copy'}>
            <ActionIcon
              size="sm"
              variant="subtle"
              color={copied ? 'green' : 'gray'}
              onClick={copy}
              aria-label={`Copy ${value}`}
            >
              {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  );
}
