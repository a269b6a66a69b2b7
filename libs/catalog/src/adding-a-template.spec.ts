import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PACKAGE = resolve(__dirname, '..');
const WORKSPACE = resolve(PACKAGE, '../..');

/** The complete file of a new template. */
const NEW_TEMPLATE = `
import { optional, required } from '../fields/field.js';
import { template } from '../template.js';

export const savingsPlan = template({
  slug: 'savings_plan',
  subject: 'consumer',
  furnish: {
    data: [...required('string', 'plan_name'), ...optional('amount', 'plan_balance')],
  },
});
`;

/** Runs a script with the built catalogue that includes the new template. */
const QUESTIONS = `
import * as catalog from '@ndx/catalog';

const template = catalog.TEMPLATES.find(({ slug }) => slug === 'savings_plan');
const exampleOf = (fields, { properties }) => Object.fromEntries(
  fields.filter((field) => field.required).map(({ name }) => [name, properties[name].examples[0]]));
const query = exampleOf(template.query.input, catalog.queryInputSchemaOf(template));
const consumer = exampleOf(template.furnish.input, catalog.furnishInputSchemaOf(template));
const request = { ...consumer, plan_name: 'Rainy day', plan_balance: 12.5 };
const furnishShape = catalog.furnishInputShape(template);
const queryShape = catalog.queryInputShape(template);
const faultIn = (shape, value) => catalog.shapeFault(shape, value) ?? null;
const stored = catalog.storedTemplate(template, request);

console.log(JSON.stringify({
  slugs: catalog.TEMPLATES.map(({ slug }) => slug),
  paths: [template.query.path, template.furnish.path],
  faults: {
    valid: faultIn(furnishShape, request),
    incomplete: faultIn(furnishShape, { ...request, plan_name: undefined }),
    unknown: faultIn(furnishShape, { ...request, plan_colour: 'blue' }),
    query: faultIn(queryShape, query),
    queryWithData: faultIn(queryShape, { ...query, plan_name: 'any' }),
  },
  furnishSchema: catalog.furnishInputSchemaOf(template),
  answerSchema: catalog.answerSchemaOf(template),
  unknownScopes: catalog.unknownScopeNames('savings_plan'),
  unknownFields: catalog.unknownFieldNames('savings_plan.plan_balance,savings_plan.rate'),
  models: catalog.modelsOf(template),
  byId: catalog.datasetById(template.id).slug,
  stored,
  answer: catalog.answerOf(template, {
    queryId: 'query',
    furnisherId: 'furnisher',
    furnishedAt: '2026-01-15T09:30:00.000Z',
    isAttested: () => true,
    isShown: () => true,
    input: {},
    valueOf: (_, { dataset, field }) => stored[dataset]?.[field],
  }).outputs,
}));
`;

test('the indexes of the catalogue match the output of the build', async () => {
  await run(process.execPath, ['scripts/write-indexes.js', '--check'], { cwd: PACKAGE });
});

describe('a template added as one file', () => {
  let workspace: string;
  let catalog: string;
  let answers: Record<string, unknown>;

  beforeAll(async () => {
    workspace = await mkdtemp(join(tmpdir(), 'catalog-'));
    catalog = join(workspace, 'libs', 'catalog');
    const isBuilt = (path: string) => /(^|[/\\])(dist|node_modules|\.turbo)$/.test(path);
    await cp(PACKAGE, catalog, { recursive: true, filter: (path) => !isBuilt(path) });
    await cp(join(WORKSPACE, '.swcrc'), join(workspace, '.swcrc'));
    await symlink(join(WORKSPACE, 'node_modules'), join(workspace, 'node_modules'), 'junction');
    await writeFile(join(catalog, 'src/templates/savings-plan.ts'), NEW_TEMPLATE);
  });
  afterAll(() => rm(workspace, { recursive: true, force: true }));

  test('makes the index stale, which the check reports', async () => {
    const check = run(process.execPath, ['scripts/write-indexes.js', '--check'], { cwd: catalog });
    await expect(check).rejects.toThrow(/templates.index\.ts is stale: run `npm run build`/);
  });

  test('is in the catalogue after a build', async () => {
    await run('npm', ['run', 'build'], { cwd: catalog });
    const ask = ['--input-type=module', '--eval', QUESTIONS];
    answers = JSON.parse(
      (await run(process.execPath, ask, { cwd: catalog })).stdout,
    ) as typeof answers;
    expect(answers['slugs']).toContain('savings_plan');
    expect(answers['byId']).toBe('savings_plan');
  });

  test('has its paths', () => {
    expect(answers['paths']).toEqual([
      '/api/templates/savings_plan/query',
      '/api/templates/savings_plan/furnish',
    ]);
  });

  test('has its shapes, which reject missing and unknown members', () => {
    expect(answers['faults']).toEqual({
      valid: null,
      incomplete: { path: ['plan_name'], message: 'is required' },
      unknown: { path: ['plan_colour'], message: 'is not a known field' },
      query: null,
      queryWithData: { path: ['plan_name'], message: 'is not a known field' },
    });
  });

  test('has its schemas', () => {
    expect(answers['furnishSchema']).toMatchObject({
      title: 'SavingsPlanFurnish',
      properties: { plan_balance: { type: 'number' } },
      required: expect.arrayContaining(['plan_name', 'social_security_number']),
      additionalProperties: false,
    });
    expect(answers['answerSchema']).toMatchObject({
      title: 'SavingsPlanAnswer',
      properties: { plan_balance: { anyOf: [{ pattern: expect.any(String) }, { type: 'null' }] } },
    });
  });

  test('has its names in scopes, consented fields and policies', () => {
    expect(answers['unknownScopes']).toEqual([]);
    expect(answers['unknownFields']).toEqual(['savings_plan.rate']);
    expect(answers['models']).toEqual([
      { model: 'savings_plan', fields: ['plan_name', 'plan_balance'] },
    ]);
  });

  test('has its stored form and its answer', () => {
    expect(answers['stored']).toEqual({
      savings_plan: { plan_name: 'Rainy day', plan_balance: '12.5' },
    });
    expect(answers['answer']).toEqual({
      network_furnisher_id: 'furnisher',
      network_query_id: 'query',
      plan_name: 'Rainy day',
      plan_balance: '12.5',
    });
  });
});
