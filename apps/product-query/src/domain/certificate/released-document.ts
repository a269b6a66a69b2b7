import { kybCertificate } from '@ndx/catalog';
import { documentReference } from '@ndx/contracts';

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

/**
 * The furnisher of the section in which a certificate references a document; undefined for any other
 * document. Only document fields count: another field can hold any text.
 */
export function furnisherOfDocument(certificate: string, documentId: string): string | undefined {
  const { result } = JSON.parse(certificate) as Sections;
  const reference = documentReference(documentId);
  for (const { name, data } of kybCertificate.models) {
    const section = result[name];
    const isReferenced = data.some(
      (field) => field.large && section?.data?.[field.name] === reference,
    );
    if (isReferenced) return section?.furnishing_entity_id;
  }
  return undefined;
}
