import { stableId } from '@ndx/contracts';
import { relaxed, worded, type Field, type WordTable } from './fields/field.js';
import { ruleOf } from './fields/field-types.js';
import { FURNISHER_ID, FURNISHING_IDS, QUERY_ID } from './network-fields.js';
import { furnishedUnder, type Output } from './output.js';
import type { Subject } from './product.js';
import { FURNISHED_CONSUMER_INPUT, STANDARD_CONSUMER_INPUT } from './subjects/consumer.js';

/** Some fields of one section, by kind. */
export interface Section {
  readonly assertions: Readonly<Record<string, unknown>>;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Outputs that were stated together: an answer takes them from one furnisher, and from one record of
 * each data set (decision 0022).
 */
export interface Group {
  /** The slug of the template, or the name of a group that it declares. */
  readonly name: string;
  readonly outputs: readonly Output[];
}

/** A flat data set behind `/api/templates/...` (contract 4.7, design 8). */
export interface Template {
  readonly kind: 'template';
  /** The same in every environment. */
  readonly id: string;
  readonly slug: string;
  readonly subject: Subject;
  readonly query: { readonly path: `/${string}`; readonly input: readonly Field[] };
  /** Null for a bundle, which only reads data furnished under other templates. */
  readonly furnish: {
    readonly path: `/${string}`;
    /** All fields of the request. */
    readonly input: readonly Field[];
    /** The data fields of the request: stored and returned. The others identify the subject. */
    readonly data: readonly Field[];
  } | null;
  readonly outputs: readonly Output[];
  /** The outputs that come from one furnisher together; each output is in one group. */
  readonly groups: readonly Group[];
  /**
   * The sections of a product to which a stored record contributes, by product slug and model name.
   */
  readonly feeds: Readonly<
    Record<string, (stored: Readonly<Record<string, unknown>>) => Readonly<Record<string, Section>>>
  >;
}

/** The declaration in a template's file; omitted members are derived from the others (design 8). */
export interface TemplateDeclaration {
  readonly slug: string;
  readonly subject: Subject;
  readonly query?: { readonly path?: `/${string}`; readonly input?: readonly Field[] };
  /**
   * `subject`: identity fields and members about the exchange; `data`: stored fields. An omitted
   * list is derived: every field of this data set in an answer can be furnished.
   */
  readonly furnish?: {
    readonly subject?: readonly Field[];
    readonly data?: readonly Field[];
  } | null;
  /** Omitted: every furnished data field is returned, amounts as decimal strings. */
  readonly outputs?: readonly Output[];
  /**
   * The names of outputs that were stated together, by the name of their group. The other outputs are
   * one group, named by the slug.
   */
  readonly groups?: Readonly<Record<string, readonly string[]>>;
  readonly feeds?: Template['feeds'];
  /** The words of its fields; those of the subject and of the network have words already. */
  readonly words?: WordTable;
}

export function template(declaration: TemplateDeclaration): Template {
  const { slug, subject, query = {}, furnish = {}, words = {} } = declaration;
  const data = worded(words, furnish?.data ?? furnishableOf(slug, declaration.outputs ?? []));
  const naming = worded(
    words,
    furnish?.subject ?? [...FURNISHED_CONSUMER_INPUT, ...FURNISHING_IDS],
  );
  const outputs = worded(
    words,
    declaration.outputs ?? [
      ...FURNISHER_ID,
      ...QUERY_ID,
      ...furnishedUnder(slug, data.map(returnedField)),
    ],
  );
  return {
    kind: 'template',
    id: stableId('template', slug),
    slug,
    subject,
    query: {
      path: query.path ?? `/api/templates/${slug}/query`,
      input: worded(words, query.input ?? STANDARD_CONSUMER_INPUT),
    },
    furnish: furnish && {
      path: `/api/templates/${slug}/furnish`,
      input: [...naming, ...data],
      data,
    },
    outputs,
    groups: groupsOf(slug, outputs, declaration.groups ?? {}),
    feeds: declaration.feeds ?? {},
  };
}

function groupsOf(
  slug: string,
  outputs: readonly Output[],
  declared: NonNullable<TemplateDeclaration['groups']>,
): Group[] {
  const inGroup = (names: readonly string[]) => outputs.filter(({ name }) => names.includes(name));
  const named = Object.entries(declared).map(([name, names]) => ({
    name,
    outputs: inGroup(names),
  }));
  const others = outputs.filter((output) => !named.some((group) => group.outputs.includes(output)));
  return [{ name: slug, outputs: others }, ...named];
}

/** Fields of answers from this data set under the same name can be furnished; none is required. */
function furnishableOf(slug: string, outputs: readonly Output[]): Field[] {
  return outputs.flatMap(({ source, ...field }) =>
    source.kind === 'furnished' && source.dataset === slug ? relaxed([field]) : [],
  );
}

/** An amount is furnished as a number and returned as a decimal string, and so on. */
function returnedField(field: Field): Field {
  const isText = ruleOf(field.type).storedSchema !== undefined;
  const type = isText ? 'string' : field.type;
  return { ...field, type, nullable: !field.required };
}
