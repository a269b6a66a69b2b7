import { describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldsByModel, modelsOf } from './access/field-names.js';
import { unknownFieldNames, unknownScopeNames } from './access/consent-language.js';
import { DATASETS, TEMPLATES, datasetById, datasetBySlug, templateBySlug } from './datasets.js';
import { optional, required } from './fields/field.js';
import { objectSchemaOf } from './fields/json-schema.js';
import { answerOf, readsOf } from './records/answer.js';
import { storedTemplate } from './records/stored-models.js';
import { furnishInputClass, queryInputClass } from './shapes.js';
import { template } from './template.js';

describe('the catalogue', () => {
  test.each(['products', 'templates'])('has every file of src/%s in its index', (folder) => {
    const path = join(__dirname, folder);
    const files = readdirSync(path)
      .filter((file) => file !== 'index.ts' && !file.endsWith('.spec.ts'))
      .map((file) => `export * from './${file.replace('.ts', '.js')}';`);
    const index = readFileSync(join(path, 'index.ts'), 'utf8').trim().split('\n');
    expect([...index].sort()).toEqual(files.sort());
  });

  test('finds every data set by its slug and by its id, and no slug or path twice', () => {
    for (const dataset of DATASETS) {
      expect(datasetBySlug(dataset.slug)).toBe(dataset);
      expect(datasetById(dataset.id)).toBe(dataset);
    }
    const paths = TEMPLATES.flatMap(({ query, furnish }) => [
      query.path,
      furnish?.path ?? [],
    ]).flat();
    expect(new Set(paths).size).toBe(paths.length);
  });

  test('names no field twice in a request, an answer or a section', () => {
    for (const template of TEMPLATES) {
      for (const fields of [
        template.query.input,
        template.furnish?.input ?? [],
        template.outputs,
      ]) {
        const names = fields.map((field) => field.name);
        expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
      }
    }
    for (const { fields } of DATASETS.flatMap(modelsOf)) {
      expect(new Set(fields).size).toBe(fields.length);
    }
  });

  test('lets everything that a query reads be furnished, under a template that is no bundle', () => {
    for (const { dataset, field } of TEMPLATES.flatMap(readsOf)) {
      const data = templateBySlug(dataset)?.furnish?.data.map(({ name }) => name);
      expect([dataset, data]).toEqual([dataset, expect.arrayContaining([field])]);
    }
  });

  test('echoes only what the query was asked with', () => {
    for (const { query, outputs } of TEMPLATES) {
      const asked = query.input.map((field) => field.name);
      for (const { source } of outputs) {
        if (source.kind === 'input') expect(asked).toContain(source.field);
      }
    }
  });

  test('has the fields of the template and of the section under the name that both bear', () => {
    const fields = fieldsByModel().get('business_identity_verification');
    expect(fields).toContain('business_tax_identifier_value');
    expect(fields).toContain('business_formation_document_artifact');
  });
});

describe('a template is one declaration', () => {
  const savings = template({
    slug: 'savings_plan',
    subject: 'consumer',
    furnish: {
      data: [...required('string', 'plan_name'), ...optional('amount', 'plan_balance')],
    },
  });
  const datasets = [...DATASETS, savings];

  test('from which its paths, shapes and documents follow', () => {
    expect(savings.query.path).toBe('/api/templates/savings_plan/query');
    expect(savings.furnish?.path).toBe('/api/templates/savings_plan/furnish');
    expect(furnishInputClass(savings)?.name).toBe('savings_plan_furnish');
    expect(queryInputClass(savings).name).toBe('savings_plan_query');
    expect(objectSchemaOf(savings.furnish?.input ?? [])).toMatchObject({
      properties: { plan_balance: { type: 'number' } },
      required: expect.arrayContaining(['plan_name', 'social_security_number']),
    });
  });

  test('from which its names in scopes, policies and consents follow', () => {
    expect(unknownScopeNames('savings_plan')).toEqual(['savings_plan']);
    expect(unknownScopeNames('savings_plan', datasets)).toEqual([]);
    expect(unknownFieldNames('savings_plan.plan_balance,savings_plan.rate', datasets)).toEqual([
      'savings_plan.rate',
    ]);
  });

  test('from which what is kept and what is answered follow', () => {
    const request = {
      social_security_number: 12345678,
      plan_name: 'Rainy day',
      plan_balance: 12.5,
    };
    const stored = storedTemplate(savings, request);
    expect(stored).toEqual({ savings_plan: { plan_name: 'Rainy day', plan_balance: '12.50' } });
    expect(
      answerOf(savings, {
        queryId: 'query',
        furnisherId: 'furnisher',
        furnishedAt: '2025-01-01T00:00:00.000Z',
        isAttested: true,
        input: {},
        valueOf: (dataset, field) => stored[dataset]?.[field],
      }),
    ).toEqual({
      network_furnisher_id: 'furnisher',
      network_query_id: 'query',
      plan_name: 'Rainy day',
      plan_balance: '12.50',
    });
  });
});
