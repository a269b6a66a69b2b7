import type { FileReader } from '@ndx/proof';
import type { RecordFile } from './member-shapes.js';

type Texts = Readonly<Record<string, string>>;
type Json = Readonly<Record<string, unknown>>;

/** The members of an explanation that the page shows. */
interface Explained {
  readonly explanation: string;
  readonly sections: readonly {
    readonly model_name: string;
    readonly explanation: string;
    readonly furnishing_entity_id: string | null;
    readonly fields: readonly { readonly field_name: string; readonly explanation: string }[];
  }[];
  readonly record_ends: readonly Json[];
  readonly record_disputes: readonly (Json & { readonly statement: Json | null })[];
}

const STYLE = `
body { font: 11pt/1.4 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
h2 { margin-top: 2rem; border-bottom: 1px solid #999; }
table { border-collapse: collapse; table-layout: fixed; width: 100%; margin: .5rem 0 1rem; }
th, td { border: 1px solid #ccc; padding: .2rem .5rem; text-align: left; vertical-align: top; }
th { background: #f2f2f2; font-weight: 600; width: 35%; }
pre { font-size: 9pt; margin: 0; white-space: pre-wrap; }
.hidden { color: #595959; }
@media print { body { margin: 0; max-width: none; font-size: 9pt; } table { break-inside: avoid; } }`;

const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/**
 * `report.html` of a reliance file: what its other members say, for a person. It has no script, and
 * loads nothing.
 * @param members the texts of the other members, by path
 */
export function reportPage(queryEventId: string, reader: FileReader, members: Texts): string {
  const read = (path: string): unknown => JSON.parse(members[path] ?? '{}');
  const under = (folder: string) =>
    Object.keys(members)
      .filter((path) => path.startsWith(folder))
      .sort()
      .map((path) => [path, read(path)] as const);
  const explained = members['explanation.json']
    ? (read('explanation.json') as Explained)
    : undefined;
  const parts = [
    part('The query', table(read('event.json') as Json)),
    explained && part('The answer', answerOf(explained)),
    explained && sincePart(explained),
    ...under('records/').map(([, record]) => recordPart(record as RecordFile)),
    part('Policies', listed((read('policy.json') as Json)['policies'], ['policy_id', 'version'])),
    members['consent.json'] &&
      part('Consents', listed((read('consent.json') as Json)['consents'], ['id', 'revision'])),
    ...under('attestations/').map(([, one]) => part('Attestation', table(one as Json))),
    ...under('log/').map(([path, log]) => logPart(path, log as Json)),
    part('Verification', VERIFICATION),
  ];
  const title = `Query ${escaped(queryEventId)}`;
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    `<meta name="viewport" content="width=device-width"><title>${title}</title>`,
    `<style>${STYLE}</style></head><body>`,
    `<h1>${title}</h1>`,
    `<p>For the ${reader.kind} ${escaped(reader.entity_id)}. This page repeats the other members of the file for people; only they are proof.</p>`,
    ...parts.filter((each) => typeof each === 'string' && each !== ''),
    '</body></html>\n',
  ].join('\n');
}

const VERIFICATION =
  '<p>Keep the whole file, and a copy of the published keys. <code>ndx verify FILE --keys KEYS</code> checks the signature, each member and the log, and assembles the answer again, without a network. A value that this reader may not have is <span class="hidden">hidden</span>: the file has a salted digest of it.</p>';

function part(title: string, content: string): string {
  return `<h2>${escaped(title)}</h2>\n${content}`;
}

function answerOf({ explanation, sections }: Explained): string {
  return [
    `<p>${escaped(explanation)}</p>`,
    ...sections.map((section) =>
      [
        `<h3>${escaped(section.model_name)}</h3>`,
        `<p>${escaped(section.explanation)} ${section.furnishing_entity_id === null ? '' : `Furnisher: ${escaped(section.furnishing_entity_id)}.`}</p>`,
        rows(section.fields.map((field) => [field.field_name, escaped(field.explanation)])),
      ].join('\n'),
    ),
  ].join('\n');
}

/** The ends and the disputes of the used records; empty without any. */
function sincePart({ record_ends: ends, record_disputes: disputes }: Explained): string {
  if (ends.length + disputes.length === 0) return '';
  const tables = [
    ...ends.map(table),
    ...disputes.map(({ statement, ...dispute }) => table({ ...dispute, ...statement })),
  ];
  return part('Withdrawals, corrections and disputes of the records', tables.join('\n'));
}

function recordPart({ record_id, furnishing_entity_id, network_id, fields }: RecordFile): string {
  const stated = fields.map(({ model, field, json }): readonly [string, string] => [
    `${model}.${field}`,
    json === undefined ? '<span class="hidden">hidden</span>' : escaped(json),
  ]);
  const origin = `Furnished by ${furnishing_entity_id} in the network ${network_id}.`;
  return part(`Record ${record_id}`, `<p>${escaped(origin)}</p>\n${rows(stated)}`);
}

function logPart(path: string, { entries }: Json): string {
  const ofLog = entries as readonly { index: number; size: number; checkpoint: string }[];
  const shown = ofLog.map(({ index, size, checkpoint }): readonly [string, string] => [
    `Entry ${index + 1} of ${size}`,
    `<pre>${escaped(checkpoint)}</pre>`,
  ]);
  return part(`Log of the network ${path.slice('log/'.length, -'.json'.length)}`, rows(shown));
}

/** The members of objects in a list, by name. */
function listed(values: unknown, names: readonly string[]): string {
  const objects = Array.isArray(values) ? (values as readonly Json[]) : [];
  if (objects.length === 0) return '<p>None.</p>';
  return objects
    .map((one) => table(Object.fromEntries(names.map((name) => [name, one[name]]))))
    .join('\n');
}

function table(object: Json): string {
  return rows(Object.entries(object).map(([name, value]) => [name, escaped(textOf(value))]));
}

/** @param cells a name, and HTML */
function rows(cells: readonly (readonly [string, string])[]): string {
  const body = cells.map(([name, html]) => `<tr><th>${escaped(name)}</th><td>${html}</td></tr>`);
  return `<table>${body.join('')}</table>`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
