import { Card, SimpleGrid, Stack, Text } from '@mantine/core';
import type { Network } from '@ndx/client';
import { Loaded } from '../parts/loaded.js';
import { Panel } from '../parts/page.js';
import { OutcomeChart } from '../usage/outcome-chart.js';
import { OutcomeTable } from '../usage/outcome-table.js';
import { ReasonTable } from '../usage/reason-table.js';
import { useRecentUsage } from './use-recent-usage.js';

/** The queries of the last seven days, and those without a result by reason. */
export function QueryPicture({ network }: { readonly network: Network }) {
  const { window, counts } = useRecentUsage(network.network_id);
  return (
    <Panel title="Queries of the last 7 days">
      <Loaded query={counts}>
        {(found) =>
          found.length === 0 ? (
            <Text size="sm" c="dimmed">
              {network.roles.includes('governor')
                ? 'Nobody queried the network in the last 7 days.'
                : 'Your institution did not query the network in the last 7 days.'}
            </Text>
          ) : (
            <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
              <Card withBorder padding="md">
                <OutcomeChart usage={{ window, counts: found }} />
              </Card>
              <Stack gap="md">
                <OutcomeTable usage={{ window, counts: found }} />
                <ReasonTable usage={{ window, counts: found }} />
              </Stack>
            </SimpleGrid>
          )
        }
      </Loaded>
    </Panel>
  );
}
