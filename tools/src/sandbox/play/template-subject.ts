import type { Template } from '@ndx/catalog';
import type { PolicyTest } from '@ndx/product-query/policy-test';
import { consentIdentityOf, demoConsumer } from '../../demo/demo-consumer.js';
import { datasetIn } from './template-facts.js';
import { UnplayableError } from './unplayable-error.js';

type Values = Readonly<Record<string, unknown>>;

/** A network of its own knows nobody, so that each play can use one number. */
const SOCIAL_SECURITY_NUMBER = 123_456_789;

const JURISDICTION = 'business_jurisdiction_of_formation';
const REGISTRATION = 'business_registration_identifier_from_jurisdiction_of_formation';

/** The consumer or business of a play of a template. */
export interface TemplateSubject {
  /** The identity values by field; a request has those in its shape. */
  readonly naming: Values;
  readonly consent: { readonly path: string; readonly identity: Values };
}

/**
 * The subject of the records of a test. A business is the one that its data states.
 * @throws UnplayableError when the records state several
 */
export function subjectOf(template: Template, { records = [] }: PolicyTest): TemplateSubject {
  if (template.subject === 'consumer') {
    const consumer = demoConsumer(SOCIAL_SECURITY_NUMBER);
    const identity = consentIdentityOf(consumer);
    return { naming: consumer, consent: { path: '/v1/consent/consumer', identity } };
  }
  const [first, ...others] = records;
  if (!first) throw new UnplayableError('records: a play of a business has a record');
  const data = datasetIn(template, first)[1];
  for (const other of others.map((record) => datasetIn(template, record)[1])) {
    if ([JURISDICTION, REGISTRATION].every((name) => other[name] === data[name])) continue;
    throw new UnplayableError(`records: they state another ${REGISTRATION} each`);
  }
  const naming = { ...data, ...first.business_identity };
  const { business_legal_name } = naming;
  const identity = {
    business_legal_name,
    [JURISDICTION]: data[JURISDICTION],
    [REGISTRATION]: String(data[REGISTRATION]),
  };
  return { naming, consent: { path: '/v1/consent/business', identity } };
}

/** The identity values that a request takes. */
export function named(
  { naming }: TemplateSubject,
  input: readonly { readonly name: string }[],
): Values {
  const values = input.flatMap(({ name }) =>
    name in naming ? [[name, naming[name]] as const] : [],
  );
  return Object.fromEntries(values);
}
