import { kybCertificate, templateBySlug, type Output, type Template } from '@ndx/catalog';
import { referencedDocument, type QueryEvent } from '@ndx/contracts';
import type { Decision } from './decision/decision.js';
import type { Choice } from './template/choose-groups.js';

/** A document that an answer references, by the value that releases it. */
export interface ReleasedDocument {
  readonly documentId: string;
  /** The furnisher of the value: another one's document is not released. */
  readonly furnisherId: string;
  /** The section of a certificate, or the data set of a template's value. */
  readonly model: string;
  readonly field: string;
}

/** The sections of a certificate, as far as a document is found by them. */
interface Sections {
  readonly result: Readonly<
    Record<
      string,
      | {
          readonly furnishing_entity_id?: string;
          readonly data?: Readonly<Record<string, unknown>> | null;
        }
      | null
      | undefined
    >
  >;
}

/** The documents that the answer to a query references, in the order of its fields. */
export function releasedDocuments({
  event,
  decision,
  certificate,
}: {
  readonly event: Pick<QueryEvent, 'product_slug'>;
  readonly decision: Decision | undefined;
  /** The issued certificate as JSON text. */
  readonly certificate: string | undefined;
}): ReleasedDocument[] {
  const template = templateBySlug(event.product_slug);
  if (template) return ofTemplate(template, decision);
  return certificate === undefined ? [] : ofCertificate(JSON.parse(certificate) as Sections);
}

/** Only document fields count: another field can hold any text. */
function ofCertificate({ result }: Sections): ReleasedDocument[] {
  return kybCertificate.models.flatMap(({ name: model, data }) => {
    const section = result[model];
    return data
      .filter(({ large }) => large)
      .flatMap(({ name: field }) => {
        const documentId = referencedDocument(section?.data?.[field]);
        const furnisherId = section?.furnishing_entity_id;
        if (documentId === undefined || furnisherId === undefined) return [];
        return [{ documentId, furnisherId, model, field }];
      });
  });
}

function ofTemplate(template: Template, decision: Decision | undefined): ReleasedDocument[] {
  return (decision?.template?.documents ?? []).flatMap(([field, furnisher, documentId]) => {
    const furnisherId = decision?.ids[furnisher];
    const model = uploadsOf(template).find(({ output }) => output.name === field)?.dataset;
    if (furnisherId === undefined || model === undefined) return [];
    return [{ documentId, furnisherId, model, field }];
  });
}

/**
 * The documents that the answer of a template references, with the furnishers of their values: its
 * decision has them, since the answer is not stored.
 */
export function documentsInAnswer(
  template: Template,
  choice: Choice,
  outputs: Readonly<Record<string, unknown>>,
): readonly Pick<ReleasedDocument, 'documentId' | 'furnisherId' | 'field'>[] {
  return uploadsOf(template).flatMap(({ output }) => {
    const group = template.groups.find((each) => each.outputs.includes(output));
    const furnisherId = choice.get(group?.name ?? '')?.furnishingEntityId;
    if (furnisherId === undefined) return [];
    const value = outputs[output.name];
    const stated: readonly unknown[] = Array.isArray(value) ? value : [value];
    const ids = new Set(stated.flatMap((one) => referencedDocument(one) ?? []));
    return [...ids].map((documentId) => ({ documentId, furnisherId, field: output.name }));
  });
}

/** The outputs that can have a document as their value, with the data set that it comes from. */
function uploadsOf({ outputs }: Template): { readonly output: Output; readonly dataset: string }[] {
  return outputs.flatMap((output) =>
    output.large && output.source.kind === 'furnished'
      ? [{ output, dataset: output.source.dataset }]
      : [],
  );
}
