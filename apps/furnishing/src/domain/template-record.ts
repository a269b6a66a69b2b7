import {
  businessIdentityFields,
  CONSUMER_CORE,
  storedTemplate,
  type Field,
  type Subject,
  type Template,
} from '@ndx/catalog';
import type { Candidate } from './candidate.js';

type Values = Readonly<Record<string, unknown>>;

/** The members that identify a subject, sent to entity only; the rest of a request is data. */
const IDENTIFYING: Readonly<Record<Subject, readonly Field[]>> = {
  business: businessIdentityFields,
  consumer: CONSUMER_CORE,
};

/**
 * The candidate that a template's furnish request of the right shape stands for. What names the
 * subject, such as a social security number or a date of birth, is not among what is kept.
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
    models: storedTemplate(template, request),
  };
}
