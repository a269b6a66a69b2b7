import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { propertyPathsIn } from '../testing/property-paths-in.js';
import { sampleOf } from '../testing/sample-of.js';
import { STATEFUL_SERVICE_NAMES, topicOf } from '../topology.js';
import { InvalidEventError } from './declare-event.js';
import {
  AccountChanged,
  ClientChanged,
  ConsentAmended,
  ConsentGranted,
  EVENTS,
  RecordFurnished,
  RecordSubstituted,
  type EventDeclaration,
} from './index.js';

const byType = EVENTS.map((event) => [event.type, event] as const);

/** The wire names in the declaration files, imported or not. */
function writtenTypes(): string[] {
  return readdirSync(__dirname)
    .filter((file) => file.endsWith('-events.ts'))
    .flatMap((file) => [
      ...readFileSync(join(__dirname, file), 'utf8').matchAll(/^ {2}type: '(.+)',$/gm),
    ])
    .map(([, type]) => String(type));
}

describe('the declared events', () => {
  test('are all found', () => {
    expect(EVENTS.map(({ type }) => type).sort()).toEqual(writtenTypes().sort());
  });

  test('have unique wire names', () => {
    expect(new Set(EVENTS.map(({ type }) => type)).size).toBe(EVENTS.length);
  });
});

describe.each(byType)('%s', (type, event) => {
  test('is named by a domain, a fact and a version', () => {
    expect(type).toMatch(/^[a-z]+\.[a-z-]+\.v\d+$/);
    expect(event.description).toMatch(/^[A-Z].*\.$/);
  });

  test("is on its source's topic", () => {
    expect(event.topic).toBe(topicOf(event.source));
  });

  test('has existing subscribers, other than its source', () => {
    expect(STATEFUL_SERVICE_NAMES).toEqual(expect.arrayContaining([...event.subscribers]));
    expect(event.subscribers).not.toContain(event.source);
  });

  test('is delivered directly only to subscribers', () => {
    expect(event.subscribers).toEqual(expect.arrayContaining([...event.deliveredDirectlyTo]));
  });
});

/** Every member of every payload, with a valid payload to modify. */
const members = EVENTS.flatMap((event) => {
  const payload = sampleOf(event.schema) as Readonly<Record<string, unknown>>;
  return Object.keys(payload).map((member) => ({ type: event.type, event, payload, member }));
});

const requiredMembers = members.filter(({ event: { schema }, member }) => {
  const { required = [] } = schema as { readonly required?: readonly string[] };
  return required.includes(member);
});

test('no member that governors read has hashes, personal data or other networks', () => {
  for (const { type, schema, readable } of EVENTS) {
    const { properties = {} } = schema as { readonly properties?: Readonly<object> };
    const shown = Object.entries(properties).filter(([name]) => readable.includes(name));
    expect({ type, readable: shown.map(([name]) => name).sort() }).toEqual({
      type,
      readable: [...readable].sort(),
    });
    const paths = propertyPathsIn({ properties: Object.fromEntries(shown) });
    const hidden = /hash|legal_name|network|subject_id|business_id|consumer_id/;
    expect(paths.filter((path) => hidden.test(path))).toEqual([]);
  }
});

describe('a payload', () => {
  test.each(byType)('of %s is returned unchanged when it is valid, and has a key', (_, event) => {
    const payload = sampleOf(event.schema);
    expect(event.parse(payload)).toBe(payload);
    expect(event.key(payload)).toMatch(/^[0-9a-f-]{36}(\/[0-9a-f-]{36})?$/);
  });

  test.each(requiredMembers)(
    'of $type without its $member is rejected',
    ({ event, payload, member }) => {
      const rest = Object.fromEntries(Object.entries(payload).filter(([name]) => name !== member));
      expect(() => event.parse(rest)).toThrow(InvalidEventError);
      expect(() => event.parse(rest)).toThrow(new RegExp(`^${event.type}: .*\\b${member}\\b`));
    },
  );

  test.each(members)(
    'of $type with an invalid $member is rejected',
    ({ event, payload, member }) => {
      const wrong = { ...payload, [member]: Symbol('neither text, number, list nor object') };
      expect(() => event.parse(wrong)).toThrow(InvalidEventError);
      expect(() => event.parse(wrong)).toThrow(new RegExp(`^${event.type}: /${member} `));
    },
  );

  test.each([undefined, null, [], 'text', 7])('that is %j is rejected', (data) => {
    for (const event of EVENTS) expect(() => event.parse(data)).toThrow(InvalidEventError);
  });

  test('with invalid ids and times is rejected, naming them', () => {
    const payload = sampleOf(RecordFurnished.schema) as object;
    const parse = (change: object) => () => RecordFurnished.parse({ ...payload, ...change });
    expect(parse({ subject_id: 'nobody' })).toThrow(/: \/subject_id /);
    expect(parse({ furnished_at: 'yesterday' })).toThrow(/: \/furnished_at /);
  });
});

/** All events that decide who may read data or checks its log, and every query. */
const MUST_BE_AUDITED =
  /^(consent|policy|attestation|query)\.|^entity\.(membership|account|institution|network|identity|identities|subject|witnesses|client|invitation)-|^furnishing\.(record-ended|dispute)/;

const audited = byType.filter(([, event]) => event.isAudited);

describe('the audit log', () => {
  test('has exactly the events about permissions, participants, searches and queries', () => {
    expect(audited.map(([type]) => type)).toEqual(
      byType.map(([type]) => type).filter((type) => MUST_BE_AUDITED.test(type)),
    );
    expect(audited.length).toBeGreaterThan(9);
  });

  test.each(audited)('has %s in the log of each network that it names', (_, event) => {
    const networks = ['network-1', 'network-2'];
    const about = { network_ids: [...networks, 'network-1'], network_id: 'network-1' };
    const payload = { ...(sampleOf(event.schema) as object), entity_id: 'institution', ...about };
    const members = Object.keys(sampleOf(event.schema) as object);
    expect(event.auditLogs(payload)).toEqual(
      members.includes('network_ids')
        ? networks
        : [members.includes('network_id') ? 'network-1' : 'institution'],
    );
  });

  test.each([ConsentGranted, AccountChanged])(
    'has an event of no network in the log of the institution: %j',
    (event: EventDeclaration) => {
      const payload = sampleOf(event.schema) as object;
      expect(event.auditLogs({ ...payload, network_id: null, entity_id: 'institution' })).toEqual([
        'institution',
      ]);
    },
  );

  test.each(byType.filter(([, event]) => !event.isAudited))('does not have %s', (_, event) => {
    expect(event.auditLogs(sampleOf(event.schema))).toEqual([]);
  });
});

/** Members that would identify a subject; names of institutions are not secret. */
const PERSONAL = [
  /(^|_)(first|middle|last|legal|dba)_name$/,
  /date_of_birth/,
  /email/,
  /phone/,
  /social_security|(^|_)ssn($|_)/,
  /(^|_)ein($|_)|tax_identifier|tax_id($|_)/,
  /address|_(city|zip)$/,
  /registration_identifier/,
  /signed_by|attestation_data/,
];

/** The legal name and the registration of a business are no personal data: answers have them. */
const OF_STATED_BUSINESS = [
  'stated_business.business_legal_name',
  'stated_business.business_registration_identifier',
];

/** The addresses of a client are IP addresses of an institution's programs. */
const NOT_PERSONAL: ReadonlyMap<string, readonly string[]> = new Map([
  [ClientChanged.type, ['addresses']],
  [ConsentGranted.type, ['business_legal_name']],
  [ConsentAmended.type, ['business_legal_name']],
  [RecordFurnished.type, OF_STATED_BUSINESS],
  [RecordSubstituted.type, OF_STATED_BUSINESS],
]);

describe('the content of an event', () => {
  test.each(byType)('%s has no field that names a person', (type, event) => {
    const paths = propertyPathsIn(event.schema);
    expect(paths).not.toEqual([]);
    const personal = paths.filter((path) =>
      PERSONAL.some((pattern) => pattern.test(path.split('.').at(-1) ?? '')),
    );
    expect(personal).toEqual(NOT_PERSONAL.get(type) ?? []);
  });

  test('is open only in the models of a furnished record', () => {
    const open = EVENTS.flatMap(({ type, schema }) =>
      propertyPathsIn(schema).length > 0 && JSON.stringify(schema).includes('patternProperties')
        ? [type]
        : [],
    );
    expect(open).toEqual([RecordFurnished.type, RecordSubstituted.type]);
  });
});
