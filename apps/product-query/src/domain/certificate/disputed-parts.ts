import type { Assembly } from './assemble-certificate.js';

/** A section of a certificate, or a field of it, whose record is disputed. */
export interface DisputedPart {
  readonly model_name: string;
  readonly field_name: string | null;
  readonly opened_at: string;
  readonly due_at: string;
}

/** The disputed parts, in the order of the sections; nothing where there are none. */
export function disputedParts(assembly: Assembly): { readonly disputes?: DisputedPart[] } {
  const disputes = [...assembly].flatMap(([model_name, section]) =>
    section.disputes.map(({ field: field_name, openedAt, dueAt }) => ({
      ...{ model_name, field_name },
      opened_at: new Date(openedAt).toISOString(),
      due_at: new Date(dueAt).toISOString(),
    })),
  );
  return disputes.length > 0 ? { disputes } : {};
}
