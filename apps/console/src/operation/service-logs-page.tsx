import { Button, Group, Stack } from '@mantine/core';
import { NdxError } from '@ndx/client';
import { IconRefresh } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useList } from '../app/reads.js';
import { AddressSelect } from '../parts/address-filter.js';
import { BackLink } from '../parts/back-link.js';
import { Empty } from '../parts/data-table.js';
import { Listed } from '../parts/listed.js';
import { Page } from '../parts/page.js';
import { LEVELS, PROCESSES } from './log-search.js';
import { LogTable } from './log-table.js';

const route = getRouteApi('/services/logs');

/** The last log lines of one process. */
export function ServiceLogsPage() {
  const { service = 'gateway', level = 'warn' } = route.useSearch();
  const lines = useList('listServiceLogs', { query: { service, level } });
  const failure = lines.error instanceof NdxError ? lines.error : undefined;
  return (
    <Page
      title={`Log of ${service}`}
      back={<BackLink to="/services" label="Services" />}
      about="The last lines that the process wrote, newest first. A line of a request leads to its path."
      actions={
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={lines.isFetching}
          onClick={() => lines.refetch()}
        >
          Read again
        </Button>
      }
    >
      <Stack gap="sm">
        <Group gap="sm">
          <AddressSelect
            name="service"
            label="Process"
            value={service}
            options={Object.fromEntries(PROCESSES.map((name) => [name, name]))}
            unset="gateway"
          />
          <AddressSelect name="level" label="Level" value={level} options={LEVELS} unset="warn" />
        </Group>
        {failure?.reason === 'logs_not_kept' ? (
          <Empty title="This deployment does not keep log lines">{failure.detail}</Empty>
        ) : (
          <Listed
            list={lines}
            noun={['line', 'lines']}
            isFiltered={level !== 'trace'}
            more="Load older lines"
          >
            {(found) => (
              <LogTable
                label={`Log lines of ${service}`}
                lines={found}
                of="process"
                empty={
                  <Empty title={`No such line of ${service}`} art="done">
                    None of the last lines of the process has this level or a more severe one.
                  </Empty>
                }
              />
            )}
          </Listed>
        )}
      </Stack>
    </Page>
  );
}
