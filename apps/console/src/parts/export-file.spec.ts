import { expect, test } from '@jest/globals';
import { exportFile, type Row } from './export-file.js';

const ABOUT = { network: 'Lenders, north' };

async function* rowsOf(count: number): AsyncGenerator<Row> {
  for (let id = 0; id < count; id += 1) yield { id, name: 'A "B"', purpose: null, ids: ['x', 'y'] };
}

const textOf = async (format: 'csv' | 'json', rows: AsyncIterable<Row>) =>
  (await exportFile(format, { name: 'rows', about: ABOUT, rows }, () => undefined)).text();

test('a CSV file has a line of names, and what its rows are of in each row', async () => {
  expect(await textOf('csv', rowsOf(2))).toBe(
    [
      'id,name,purpose,ids,network',
      '0,"A ""B""",,"[""x"",""y""]","Lenders, north"',
      '1,"A ""B""",,"[""x"",""y""]","Lenders, north"',
      '',
    ].join('\n'),
  );
});

test('a CSV file without rows has what they would be of', async () => {
  expect(await textOf('csv', rowsOf(0))).toBe('network\n"Lenders, north"\n');
});

test.each(['=1+1', '+1', '-1', '@sum', '\t=1'])(
  'a spreadsheet does not evaluate the text %j',
  async (name) => {
    async function* rows(): AsyncGenerator<Row> {
      yield { name, amount: -1 };
    }
    const [, line] = (await textOf('csv', rows())).split('\n');
    expect(line).toBe(`'${name},-1,"Lenders, north"`);
  },
);

test.each([0, 1, 2_500])('a JSON file has each of %i rows', async (count) => {
  const counts: number[] = [];
  const list = { name: 'rows', about: ABOUT, rows: rowsOf(count) };
  const file = await exportFile('json', list, (read) => counts.push(read));
  const { about, data } = JSON.parse(await file.text()) as { about: unknown; data: Row[] };
  expect(about).toEqual(ABOUT);
  expect(data.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, id) => id));
  expect(counts).toEqual([1_000, 2_000].filter((read) => read <= count));
});
