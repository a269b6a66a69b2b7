import {
  ActionIcon,
  Badge,
  Code,
  CopyButton,
  Group,
  SimpleGrid,
  Stack,
  Text,
  Tooltip,
  VisuallyHidden,
} from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { inWords } from './words.js';

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

const SHOWN = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'always' });

/** Units of time from the longest to the shortest, in milliseconds. */
const UNITS = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** A time in the reader's zone; on hover the exact value and the distance from now. */
export function Moment({ at }: { readonly at: string }) {
  return (
    <Tooltip label={<ExactTime at={at} />}>
      <time dateTime={at} style={{ whiteSpace: 'nowrap' }}>
        {SHOWN.format(new Date(at))}
      </time>
    </Tooltip>
  );
}

/** How long ago a time was, when the view was opened; on hover the exact value. */
export function Age({ at }: { readonly at: string }) {
  const [now] = useState(() => Date.now());
  return (
    <Tooltip label={at}>
      <time dateTime={at} style={{ whiteSpace: 'nowrap' }}>
        {distance(Date.parse(at) - now)}
      </time>
    </Tooltip>
  );
}

/** Mounted when the reader points at the time. */
function ExactTime({ at }: { readonly at: string }) {
  const [now] = useState(() => Date.now());
  return `${at} (${distance(Date.parse(at) - now)})`;
}

/** A duration from now in its largest unit, for example "3 hours ago". */
function distance(milliseconds: number): string {
  const [unit, length] = UNITS.find(([, size]) => Math.abs(milliseconds) >= size) ?? UNITS[5];
  return RELATIVE.format(Math.trunc(milliseconds / length), unit);
}

interface FactsProps {
  readonly facts: readonly (readonly [string, ReactNode])[];
  /** The number of columns; by default it depends on the width of the window. */
  readonly cols?: number;
}

/** Named values; absent ones are left out. */
export function Facts({ facts, cols }: FactsProps) {
  return (
    <SimpleGrid component="dl" cols={cols ?? { base: 1, xs: 2, md: 3 }} spacing="md" m={0}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([name, value]) => (
          <Stack key={name} gap={2} miw={0}>
            <Text component="dt" size="xs" c="dimmed">
              {name}
            </Text>
            <Text component="dd" size="sm" m={0}>
              {value}
            </Text>
          </Stack>
        ))}
    </SimpleGrid>
  );
}

/** Words in the place of a value that does not exist. */
export function NoValue({ children }: { readonly children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed" span>
      {children}
    </Text>
  );
}

/** The last digits of a secret value; null if no value was stated. */
export function Masked({ lastDigits }: { readonly lastDigits: string | null }) {
  if (lastDigits === null) return <NoValue>not stated</NoValue>;
  return (
    <Code>
      <VisuallyHidden>ends in </VisuallyHidden>
      <span aria-hidden>•••</span>
      {lastDigits}
    </Code>
  );
}

/** Whether an entry of the audit log is as it was written. */
export function IntactBadge({ isIntact }: { readonly isIntact: boolean }) {
  return isIntact ? <Badge color="teal">Intact</Badge> : <Badge color="red">Altered</Badge>;
}

const COLORS: Readonly<Record<string, string>> = {
  active: 'teal',
  published: 'teal',
  in_effect: 'teal',
  enabled: 'teal',
  delivered: 'teal',
  completed: 'teal',
  ready: 'teal',
  scheduled: 'brand',
  running: 'brand',
  receiving: 'brand',
  revoked: 'red',
  suspended: 'red',
  parked: 'red',
  failed: 'red',
  rejected: 'red',
  expired: 'orange',
  open: 'orange',
  draft: 'gray',
  archived: 'gray',
  cancelled: 'gray',
};

/** The status of a record, with a color of its own where it is known. */
export function StatusBadge({ status }: { readonly status: string }) {
  return <Badge color={COLORS[status] ?? 'gray'}>{inWords(status)}</Badge>;
}
