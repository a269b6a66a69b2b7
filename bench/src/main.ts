import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '@ndx/local-infra';
import { untilInterrupted } from '@ndx/tools/until-interrupted';
import type { Measurement } from './measurement.js';
import { MEASUREMENTS } from './measurements.js';
import { reportOf, sectionOf, tableOf, type Section } from './report.js';

/**
 * Measures what the goals of the project speak of, each side in turn with what it is compared with:
 * `npm run bench -- [--only kyb-query,memory] [--rounds 5] [--quick] [--json report.json] [--list]`.
 * A missed goal is marked in the table and is no failure.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});

const say = (line: string) => {
  process.stdout.write(`${line}\n`);
};

// What a measurement has started ends with this process.
const interrupted = untilInterrupted().then(() => process.exit(130));

if (values.list) for (const { name, about } of MEASUREMENTS) say(`${name}: ${about}`);
else await Promise.race([interrupted, measure(chosen(values.only))]);
process.exit(0);

async function measure(measurements: readonly Measurement[]): Promise<void> {
  const options = { rounds: values.quick ? 1 : Number(values.rounds), isQuick: values.quick };
  const sections: Section[] = [];
  for (const measurement of measurements) {
    const dataDir = join(projectRoot(), '.cache', 'bench', measurement.name);
    rmSync(dataDir, { recursive: true, force: true });
    say(`\n== ${measurement.name}: ${measurement.about}`);
    const figures = await measurement.run({ ...options, dataDir, say });
    rmSync(dataDir, { recursive: true, force: true });
    const section = sectionOf(measurement, figures);
    sections.push(section);
    say(`\n${tableOf(section)}`);
  }
  if (sections.length > 1) say(`\n== Everything\n\n${sections.map(tableOf).join('\n\n')}`);
  if (values.quick) say('\nA quick run: it shows that everything works, its figures mean nothing.');
  if (values.json !== undefined)
    writeFileSync(values.json, `${JSON.stringify(reportOf(sections, options), null, 2)}\n`);
}

function chosen(only: string | undefined): readonly Measurement[] {
  if (only === undefined) return MEASUREMENTS;
  return only.split(',').map((name) => {
    const measurement = MEASUREMENTS.find((known) => known.name === name);
    if (measurement) return measurement;
    const known = MEASUREMENTS.map((each) => each.name).join(', ');
    throw new Error(`There is no measurement ${name}. There are: ${known}`);
  });
}
