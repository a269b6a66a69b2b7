import { describe, expect, test } from '@jest/globals';
import { ENDPOINTS } from './endpoints.js';
import { ROWS, SECTION_TITLES } from './index.js';
import { FURNISHES, QUERIES } from './templates/index.js';

describe('the rows', () => {
  test('are each named by a sentence of their own', () => {
    const names = ROWS.map(({ section, says }) => `${section}: ${says}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('are each in a section of the report, and every section has some', () => {
    expect(new Set(ROWS.map(({ section }) => section))).toEqual(new Set(SECTION_TITLES.keys()));
  });
});

describe('the endpoints', () => {
  test('are each listed once', () => {
    const names = ENDPOINTS.map(({ method, path }) => `${method} ${path}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

describe('the templates', () => {
  test.each(QUERIES.map((query) => [query.path, query] as const))(
    '%s expects values only of the fields that it lists',
    (_path, { answer, output }) => {
      const listed = output.fields.map(({ name }) => name);
      expect(listed).toEqual(expect.arrayContaining(Object.keys(answer)));
    },
  );

  test.each(FURNISHES.map((furnish) => [furnish.path, furnish] as const))(
    '%s furnishes only fields that it lists',
    (_path, { data, input }) => {
      const listed = input.map(({ name }) => name);
      expect(listed).toEqual(expect.arrayContaining(Object.keys(data)));
    },
  );
});
