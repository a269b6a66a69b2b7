import type { AuditLogEntry } from '@ndx/client';
import { inWords } from '../parts/words.js';
import { dataOf } from './phrases.js';

export interface ChangedMember {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

type WithData = Pick<AuditLogEntry, 'data'>;

/** The members with another value in a later entry about the same subject. */
export function changedMembers(before: WithData, after: WithData): readonly ChangedMember[] {
  const [old, present] = [dataOf(before), dataOf(after)];
  const names = new Set([...Object.keys(old), ...Object.keys(present)]);
  return [...names]
    .map((name) => ({ name, before: valueInWords(old[name]), after: valueInWords(present[name]) }))
    .filter((member) => member.before !== member.after);
}

function valueInWords(value: unknown): string {
  if (value === undefined || value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return /^[a-z_]+$/.test(value) ? inWords(value) : value;
  if (Array.isArray(value)) return value.map(valueInWords).join(', ') || 'None';
  return JSON.stringify(value);
}
