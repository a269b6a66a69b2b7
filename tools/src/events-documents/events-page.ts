import { contractsIn, type Documents, type EventContract } from './event-contract.js';
import { objectAt, type JsonSchema } from './json-schema.js';
import { schemaFileOf } from './published-event.js';

/** In the repository. */
export const EVENTS_PATH = 'docs/events.md';

const INTRODUCTION = `# Events

Every event that the services publish, by topic: when it is published, its key and the members of its payload. As data: the [AsyncAPI document](events/asyncapi.json), and the JSON Schema of each event. The [guide for billing](billing.md) shows a consumer.

An event is delivered at least once, and in order within its key. Consumers ignore members and types that they do not know; a member that is not optional is always there ([versions](versioning.md#events)).`;

/** The page of the events in the documents, before formatting. */
export function eventsPage(documents: Documents): string {
  const contracts = [...contractsIn(documents)];
  const topics = [...new Set(contracts.map(([, { topic }]) => topic))];
  const sections = topics.flatMap((topic) => [
    `## ${topic}`,
    ...contracts.filter(([, contract]) => contract.topic === topic).map(sectionOf),
  ]);
  return [INTRODUCTION, '## Headers', membersOf(headersOf(contracts)), ...sections].join('\n\n');
}

/** The headers of all events; some have one more. */
function headersOf(contracts: readonly (readonly [string, EventContract])[]): JsonSchema {
  return contracts.reduce<JsonSchema>(
    (all, [, { headers }]) => ({
      ...headers,
      properties: { ...objectAt(all['properties']), ...objectAt(headers['properties']) },
    }),
    {},
  );
}

function sectionOf([type, { topic, key, payload }]: readonly [string, EventContract]): string {
  return [
    `### ${type}`,
    String(payload['description']),
    `Topic \`${topic}\`, key \`${key}\`, [schema](events/${schemaFileOf(type)}).`,
    membersOf(payload),
  ].join('\n\n');
}

/** The members of an object as a list; those of an inner object are a list below its name. */
function membersOf({ properties, required }: JsonSchema, indent = ''): string {
  const always = Array.isArray(required) ? required : [];
  return Object.entries(objectAt(properties))
    .map(([name, value]) => {
      const schema = objectAt(value);
      const type = `${typeOf(schema)}${always.includes(name) ? '' : ', optional'}`;
      const { description } = schema;
      const meaning = typeof description === 'string' ? `: ${description}` : '';
      const inner = membersOf(innerObject(schema), `${indent}  `);
      return `${indent}- \`${name}\` (${type})${meaning}${inner === '' ? '' : `\n${inner}`}`;
    })
    .join('\n');
}

function typeOf(schema: JsonSchema): string {
  const { anyOf, enum: values, type, format, items, patternProperties } = schema;
  if (Array.isArray(anyOf)) return anyOf.map((one) => typeOf(objectAt(one))).join(' or ');
  if (Array.isArray(values)) return values.map((value) => `\`${String(value)}\``).join(', ');
  if (type === 'array') {
    const each = objectAt(items);
    return `list of ${'anyOf' in each ? `(${typeOf(each)})` : typeOf(each)}`;
  }
  const [value] = Object.values(objectAt(patternProperties));
  if (value !== undefined) return `map of ${typeOf(objectAt(value))}`;
  return [format, type].find((name) => typeof name === 'string') ?? 'any value';
}

/** The object in a schema of it, of a list of it, or of it or null; the schema itself otherwise. */
function innerObject(schema: JsonSchema): JsonSchema {
  const { anyOf, items } = schema;
  const choices = Array.isArray(anyOf) ? anyOf.map(objectAt) : [];
  const inner = choices.find(({ type }) => type === 'object' || type === 'array') ?? items;
  return inner === undefined ? schema : innerObject(objectAt(inner));
}
