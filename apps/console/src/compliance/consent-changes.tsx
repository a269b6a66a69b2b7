import { Stack, Text } from '@mantine/core';
import type { ConsentEvent, FieldAccessGrant } from '@ndx/client';
import type { ReactNode } from 'react';
import { Moment } from '../parts/values.js';
import type { NameOf } from '../parts/names.js';
import { inWords } from '../parts/words.js';
import { fieldInWords, fieldsInWords, scopeInWords } from './consent-words.js';

interface Change {
  readonly from?: unknown;
  readonly to?: unknown;
}

/** The page shows the subject and the network elsewhere; they never change. */
const SHOWN_ELSEWHERE = ['network_id', 'business_id', 'consumer_id'];

interface ConsentChangesProps {
  readonly changes: ConsentEvent['changes'];
  readonly nameOf: NameOf;
}

/** The previous and the new value of each member that a change of a consent set. */
export function ConsentChanges({ changes, nameOf }: ConsentChangesProps) {
  const members = Object.entries(changes as Readonly<Record<string, Change>>).filter(
    ([member]) => !SHOWN_ELSEWHERE.includes(member),
  );
  return (
    <Stack gap={2}>
      {members.map(([member, { from, to }]) => (
        <Text key={member} size="sm" component="div">
          {LABELS[member] ?? inWords(member)}:{' '}
          {isStated(from) && <>{show(member, from, nameOf)} → </>}
          {show(member, to, nameOf)}
        </Text>
      ))}
    </Stack>
  );
}

const LABELS: Readonly<Record<string, string>> = {
  scope: 'Products',
  consented_fields: 'Fields',
  expires_at: 'Expires',
  revoked_at: 'Revoked',
  field_access_grants: 'Grants',
};

function isStated(value: unknown): boolean {
  return value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);
}

function show(member: string, value: unknown, nameOf: NameOf): ReactNode {
  if (!isStated(value)) return 'none';
  if (member === 'field_access_grants') {
    return (value as readonly FieldAccessGrant[])
      .map((grant) => grantInWords(grant, nameOf))
      .join('; ');
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (member === 'scope') return scopeInWords(text);
  if (member === 'consented_fields') return fieldsInWords(text);
  return member.endsWith('_at') ? <Moment at={text} /> : text;
}

function grantInWords(grant: FieldAccessGrant, nameOf: NameOf): string {
  const { furnishing_entity_id: id, field_definitions: fields } = grant;
  return `${id === '*' ? 'every furnisher' : nameOf(id)}, ${fields.map(fieldInWords).join(', ').toLowerCase()}`;
}
