import type { Field, Output, Template } from '@ndx/catalog';

type Values = Readonly<Record<string, unknown>>;

interface Example {
  readonly sent: unknown;
  /** The value that a query returns for it. */
  readonly returned: unknown;
}

const same = (value: unknown): Example => ({ sent: value, returned: value });

/** An example of every type of furnished data (contract 4.7, design 8). */
const EXAMPLES: Readonly<Record<string, Example>> = {
  string: same('a text, \u201cquoted\u201d \u{1f4c4}'),
  name: same('a name'),
  'date-time': same('2026-01-02T03:04:05.678Z'),
  boolean: same(true),
  'string[]': same(['first', 'second']),
  amount: { sent: 1234.5, returned: '1234.5' },
  'amount-from-zero': { sent: 1234.5, returned: '1234.5' },
  quantity: { sent: 7, returned: '7' },
  'postal-code': same(2139),
};

function exampleOf({ name, type }: Field): Example {
  const example = EXAMPLES[type];
  if (!example) throw new Error(`no example of the type ${type}, which ${name} has`);
  return example;
}

/** A furnish request's data; identity fields come from `naming`. */
export function furnishedData({ furnish }: Template, naming: Values): Values {
  const data = furnish?.data ?? [];
  return Object.fromEntries(
    data.map((field) => [field.name, naming[field.name] ?? exampleOf(field).sent]),
  );
}

/**
 * The answer after every data set was furnished with `furnishedData`, without the values that the
 * network adds.
 */
export function expectedAnswer(
  template: Template,
  templates: readonly Template[],
  naming: Values,
): Values {
  const returned = ({ source, name }: Output): readonly (readonly [string, unknown])[] => {
    if (source.kind === 'legal-name') return [[name, naming[name]]];
    if (source.kind !== 'furnished') return [];
    const dataset = templates.find(({ slug }) => slug === source.dataset);
    const field = dataset?.furnish?.data.find((one) => one.name === source.field);
    if (!field) throw new Error(`${name} cannot be furnished`);
    return [[name, naming[field.name] ?? exampleOf(field).returned]];
  };
  return Object.fromEntries(template.outputs.flatMap(returned));
}
