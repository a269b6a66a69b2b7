import { describe, expect, test } from '@jest/globals';
import { fieldsByModel, modelsOf } from './access/field-names.js';
import { DATASETS, TEMPLATES, datasetById, datasetBySlug, templateBySlug } from './datasets.js';
import { everyReadOf } from './records/reads.js';

describe('the catalogue', () => {
  test('finds every data set by its slug and by its id, and has no duplicate slug or path', () => {
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

  test('has no duplicate field in a request, an answer or a section', () => {
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

  test('has a template for furnishing each field that a query reads', () => {
    for (const { dataset, field } of TEMPLATES.flatMap(everyReadOf)) {
      const data = templateBySlug(dataset)?.furnish?.data.map(({ name }) => name);
      expect([dataset, data]).toEqual([dataset, expect.arrayContaining([field])]);
    }
  });

  test('combines the fields of the template and of the section of the same name', () => {
    const fields = fieldsByModel().get('business_identity_verification');
    expect(fields).toContain('business_tax_identifier_value');
    expect(fields).toContain('business_formation_document_artifact');
  });
});
