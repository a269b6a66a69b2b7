import { describe, expect, test } from '@jest/globals';
import { furnishedModelsOf } from '../access/field-names.js';
import { PRODUCTS, templateBySlug, TEMPLATES } from '../datasets.js';
import { fieldsOf } from '../product.js';
import { acceptanceRules, rulesWithin } from './acceptance-rules.js';

describe('policy metadata', () => {
  const [product] = PRODUCTS;
  const [model] = product?.models ?? [];
  const [field] = model ? fieldsOf(model) : [];
  if (!product || !model || !field) throw new Error('the catalogue is empty');
  const name = `${model.name}.${field.name}`;

  test('states the acceptance rules', () => {
    const rules = { required_fields: [name, name], attestation_required: true, max_age_days: 30 };
    expect(acceptanceRules(product, rules)).toEqual({
      ...rules,
      required_fields: [name],
    });
  });

  test('requires nothing that it does not state', () => {
    const nothing = { required_fields: [], attestation_required: false, max_age_days: null };
    expect(acceptanceRules(product, {})).toEqual(nothing);
  });

  test('of a template have the fields that another template has too', () => {
    const of = (slug: string, field: string) => `${slug}.${field}`;
    const [from, to] = ['cashflow_snapshots_trends', 'total_consumer_assets'];
    const [source, target] = [templateBySlug(from), templateBySlug(to)];
    if (!source || !target) throw new Error('the catalogue has other templates');
    const shared = 'bank_account_most_recent_account_balance';
    const only = of(from, 'bank_account_net_cash_flows_last_month');
    const rules = { required_fields: [of(from, shared), only], attestation_required: true };
    expect(rulesWithin(target, source, rules)).toMatchObject({
      required_fields: [of(to, shared)],
      attestation_required: true,
    });
    expect(() => rulesWithin(target, source, { required_fields: [only] })).toThrow('none of the');
  });

  test.each([
    [{ required_fields: name }, 'required_fields must be'],
    [{ required_fields: [model.name] }, 'required_fields must be'],
    [{ required_fields: [`${name}.more`] }, 'required_fields must be'],
    [{ required_fields: [`${model.name}.hue`] }, 'has no field hue'],
    [{ required_fields: ['soul.hue'] }, 'has no model soul'],
    [{ attestation_required: 'yes' }, 'attestation_required must be'],
    [{ max_age_days: -1 }, 'max_age_days must be'],
    [{ max_age_days: 1.5 }, 'max_age_days must be'],
    [{ max_age_days: 1e12 }, 'max_age_days must be'],
  ])('with %j is rejected', (metadata, message) => {
    expect(() => acceptanceRules(product, metadata)).toThrow(message);
  });
});

describe('policy metadata for a template', () => {
  const templateNamed = (slug: string) => {
    const template = templateBySlug(slug);
    if (!template) throw new Error(`there is no template ${slug}`);
    return template;
  };
  const liabilities = templateNamed('total_consumer_liabilities');
  const requiring = (field: string) => ({ required_fields: [`${liabilities.slug}.${field}`] });

  test('may require any field that can be furnished, returned or not', () => {
    for (const template of TEMPLATES) {
      const required_fields = furnishedModelsOf(template).flatMap(({ model, fields }) =>
        fields.map((field) => `${model}.${field.name}`),
      );
      if (!template.furnish) continue;
      expect(acceptanceRules(template, { required_fields })).toMatchObject({ required_fields });
    }
    expect(acceptanceRules(liabilities, requiring('raw_credit_report_json'))).toMatchObject(
      requiring('raw_credit_report_json'),
    );
  });

  test.each(['current_total_liabilities', 'network_query_id', 'social_security_number'])(
    'requires no %s, which is not furnished as data',
    (field) => {
      expect(() => acceptanceRules(liabilities, requiring(field))).toThrow('has no field');
    },
  );

  test('limits the age only of data with a verification time', () => {
    const metadata = { max_age_days: 30 };
    expect(acceptanceRules(templateNamed('address_verification'), metadata)).toMatchObject(
      metadata,
    );
    expect(() => acceptanceRules(liabilities, metadata)).toThrow('max_age_days does not apply');
  });

  test('cannot be for a bundle, under which nothing is furnished', () => {
    expect(() => acceptanceRules(templateNamed('credit_history_bundle'), {})).toThrow(
      'is read-only',
    );
  });
});
