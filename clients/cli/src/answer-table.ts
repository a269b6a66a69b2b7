import { NdxConnectionError, NdxError, type NdxClient } from '@ndx/client';
import { table } from './output.js';
import { participantNames } from './participant-names.js';

/** A section of an answer and its values by field; of a template, the answer itself. */
export interface AnsweredSection {
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The furnishers of a field; undefined where no furnisher stated it. */
type SourceOf = (section: string, field: string) => string | undefined;

/** Each value of an answer with the institutions that furnished it. */
export function answerTable(sections: readonly AnsweredSection[], sourceOf: SourceOf): string {
  return table(
    ['SECTION', 'FIELD', 'VALUE', 'SOURCE'],
    sections.flatMap(({ name, values }) =>
      Object.entries(values).map(([field, value]) => [
        name,
        field,
        valueText(value),
        sourceOf(name, field),
      ]),
    ),
    'No section is readable.',
  );
}

function valueText(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * Reads the sources of an answer from its explanation, which is not billed. The answer is shown also when
 * the explanation cannot be read, so an error is passed to `warn` instead of being thrown.
 */
export async function sourcesOf(
  ndx: NdxClient,
  network_id: string,
  query_event_id: string,
  warn: (message: string) => void,
): Promise<SourceOf> {
  try {
    const [{ data: explained }, names] = await Promise.all([
      ndx.explainQuery({ path: { query_event_id } }),
      participantNames(ndx, network_id),
    ]);
    const fields = explained.sections.flatMap(({ model_name, fields: all }) =>
      all.map(({ field_name, sources }) => {
        const furnishers = sources.map(({ furnishing_entity_id: id }) => names.get(id) ?? id);
        return [`${model_name}.${field_name}`, [...new Set(furnishers)].join(', ')] as const;
      }),
    );
    const furnishersOf = new Map(fields);
    return (section, field) => furnishersOf.get(`${section}.${field}`) || undefined;
  } catch (error) {
    if (!(error instanceof NdxError || error instanceof NdxConnectionError)) throw error;
    warn(`The sources could not be read: ${error.message}`);
    return () => undefined;
  }
}
