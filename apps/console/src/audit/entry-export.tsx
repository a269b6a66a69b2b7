import { eachItem, type Network } from '@ndx/client';
import { useApi } from '../app/api.js';
import type { ServiceName } from '../operation/services.js';
import { ExportButtons } from '../parts/export-buttons.js';
import { dayOf, daysIn, intervalOf, type Interval, type PeriodSearch } from '../parts/periods.js';
import { namedRows } from '../parts/named-rows.js';
import type { EntryCriteria } from './audit-search.js';
import { deedOf } from './entry-text.js';
import type { LoggedEntry } from './logged-entry.js';
import { sentenceOf } from './phrases.js';
import type { EntryNames } from './use-entry-names.js';
import { useReadEntryNames } from './use-read-entry-names.js';

interface EntryExportProps {
  readonly network: Network;
  readonly services: readonly ServiceName[];
  readonly criteria: EntryCriteria;
  readonly period: PeriodSearch;
}

/** Saves the listed entries, log by log and newest first, each with names and the result of its verification. */
export function EntryExport({ network, services, criteria, period }: EntryExportProps) {
  const { ndx } = useApi();
  const readNames = useReadEntryNames(network);
  async function* entriesOf(interval: Partial<Interval>, signal: AbortSignal) {
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
      label="audit log"
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
          rows: namedRows(entriesOf(interval ?? {}, signal), readNames(), rowOf),
        };
      }}
    />
  );
}

/** An entry, and the names of the institution and the account that acted beside what they did. */
function rowOf(entry: LoggedEntry, names: EntryNames) {
  const { account_id: account, subject } = entry;
  const { by = account === null ? undefined : names.institutionOf(account) } = sentenceOf(entry);
  const nameOf = (id: string | null | undefined) =>
    (typeof id === 'string' && names.nameOf({ kind: 'subject', id })) || null;
  return {
    ...entry,
    account_name: nameOf(account),
    institution_id: by ?? null,
    institution_name: nameOf(by),
    subject_name: nameOf(subject),
    event: deedOf(entry, names),
  };
}
