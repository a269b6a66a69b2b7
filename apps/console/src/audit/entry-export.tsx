import { eachItem, type Network } from '@ndx/client';
import { useApi } from '../app/api.js';
import type { ServiceName } from '../operation/services.js';
import { ExportButtons } from '../parts/export-buttons.js';
import { dayOf, daysIn, intervalOf, type Interval, type PeriodSearch } from '../parts/periods.js';
import type { EntryCriteria } from './audit-search.js';

interface EntryExportProps {
  readonly network: Network;
  readonly services: readonly ServiceName[];
  readonly criteria: EntryCriteria;
  readonly period: PeriodSearch;
}

/** Saves the listed entries, log by log and newest first, each with the result of its verification. */
export function EntryExport({ network, services, criteria, period }: EntryExportProps) {
  const { ndx } = useApi();
  async function* rowsOf(interval: Partial<Interval>, signal: AbortSignal) {
    for (const service of services) {
      const path = { network_id: network.network_id, service };
      const request = { path, query: { ...criteria, ...interval }, signal };
      for await (const entry of eachItem(ndx.listAuditLogEntries, request)) {
        yield { service, ...entry };
      }
    }
  }
  return (
    <ExportButtons
      start={(signal) => {
        const isAllTime = period.period === undefined && daysIn(period) === undefined;
        const interval = isAllTime ? undefined : intervalOf(period, '7d');
        const days = [interval?.from, interval?.to ?? new Date().toISOString()];
        return {
          name: ['audit-log', ...days.flatMap((day) => (day ? dayOf(new Date(day)) : []))].join(
            '-',
          ),
          about: {
            network: network.name,
            services: services.join(' '),
            from: interval?.from ?? '',
            to: interval?.to ?? '',
            filter: JSON.stringify(criteria),
            verified: 'is_intact: when it was read, the entry matched its hash in the signed log',
          },
          rows: rowsOf(interval ?? {}, signal),
        };
      }}
    />
  );
}
