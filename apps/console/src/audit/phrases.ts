import type { AuditLogEntry } from '@ndx/client';
import type events from '../../../../docs/events/asyncapi.json';
import { ENTITY_PHRASES } from './entity-phrases.js';
import { POLICY_PHRASES } from './policy-phrases.js';
import { QUERY_PHRASES } from './query-phrases.js';
import { RECORD_PHRASES } from './record-phrases.js';
import type { Phrase, ReadEvent, Sentence } from './sentence.js';

/** The events that the system declares; one without a phrase is an error of the compiler. */
type EventType = keyof (typeof events)['components']['messages'];

const PHRASES: Readonly<Record<EventType, Phrase>> = {
  ...ENTITY_PHRASES,
  ...POLICY_PHRASES,
  ...QUERY_PHRASES,
  ...RECORD_PHRASES,
};

/** What a log records about itself. */
const LOG_PHRASES: Readonly<Record<string, string>> = {
  'audit.gap-recorded.v1': 'continued the log after a loss of entries',
  'audit.head-refused.v1': 'continued the log after an end that the service had not signed',
  'audit.key-rotated.v1': 'changed the key that signs the log',
  'audit.log-opened.v1': 'opened a log',
};

/** The types of entries that this version knows. */
export const DECLARED_TYPES: readonly string[] = [
  ...Object.keys(PHRASES),
  ...Object.keys(LOG_PHRASES),
];

/** An entry in words; of an event that this version does not know, its name. */
export function sentenceOf(entry: Pick<AuditLogEntry, 'type' | 'subject' | 'data'>): Sentence {
  const { type, subject } = entry;
  if (isDeclared(type)) return PHRASES[type]({ subject, data: dataOf(entry) });
  return { did: [LOG_PHRASES[type] ?? `caused the event ${type} of ${subject}`] };
}

/** The institution of each account that an entry names together with it. */
export function institutionsOf(
  entries: readonly Pick<AuditLogEntry, 'type' | 'subject' | 'data' | 'account_id'>[],
): ReadonlyMap<string, string> {
  return new Map(
    entries.flatMap((entry) => {
      const { by, did } = sentenceOf(entry);
      const { account_id: account } = entry;
      const [member, of] = did.filter((part) => typeof part !== 'string');
      return [
        ...(account !== null && by !== undefined ? [[account, by] as const] : []),
        ...(member?.kind === 'account' && of?.kind === 'institution'
          ? [[member.id, of.id] as const]
          : []),
      ];
    }),
  );
}

/** The members of an entry's event that the reader may read. */
export function dataOf({ data }: Pick<AuditLogEntry, 'data'>): ReadEvent['data'] {
  return data === null ? {} : (JSON.parse(data) as ReadEvent['data']);
}

function isDeclared(type: string): type is EventType {
  return Object.hasOwn(PHRASES, type);
}
