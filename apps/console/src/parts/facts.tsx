import { SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

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
