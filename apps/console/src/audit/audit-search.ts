import { SERVICE_NAMES, type ServiceName } from '../operation/services.js';

/** The filters of the entries, by the names of the interface. */
export interface EntryCriteria {
  readonly type?: string;
  readonly subject?: string;
  /** ISO 8601, inclusive. */
  readonly from?: string;
  /** ISO 8601, exclusive. */
  readonly to?: string;
}

/** The service whose log is shown, and the filters, in the address. */
export interface AuditSearch extends EntryCriteria {
  readonly service?: ServiceName;
}

export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const service = SERVICE_NAMES.find((name) => name === search['service']);
  return { ...(service !== undefined && { service }), ...criteriaOf(search) };
}

/** The filters in an address; a time that is none is left out. */
export function criteriaOf(search: Readonly<Record<string, unknown>> | AuditSearch): EntryCriteria {
  const values: Readonly<Record<string, unknown>> = { ...search };
  const [type, subject] = [textOf(values['type']), textOf(values['subject'])];
  const [from, to] = [timeOf(values['from']), timeOf(values['to'])];
  return {
    ...(type !== undefined && { type }),
    ...(subject !== undefined && { subject }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

/** The router reads a text of digits as a number; it is text again here. */
function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text : undefined;
}

function timeOf(value: unknown): string | undefined {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined;
}
