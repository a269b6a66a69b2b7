import {
  businessIdentityFields,
  CONSUMER_CORE,
  storedTemplate,
  type Field,
  type Subject,
  type Template,
} from '@ndx/catalog';
import { correctedId, type Candidate } from './candidate.js';

type Values = Readonly<Record<string, unknown>>;

/** The members that identify a subject, sent to entity only; the other members are data. */
const IDENTIFYING: Readonly<Record<Subject, readonly Field[]>> = {
  business: businessIdentityFields,
  consumer: CONSUMER_CORE,
};

/**
 * The candidate of a template's furnish request with a valid shape. Identity fields of the subject,
 * such as a social security number or a date of birth, are not stored.
 */
export function templateCandidate(template: Template, request: Values): Candidate {
  const identity = IDENTIFYING[template.subject].flatMap(({ name }) => {
    const value = request[name] ?? null;
    return value === null ? [] : [[name, value] as const];
  });
  return {
    path: [],
    dataset: template,
    subject: { kind: template.subject, identity: Object.fromEntries(identity) },
    corrects: correctedId(request),
    models: storedTemplate(template, request),
  };
}
