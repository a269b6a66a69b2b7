import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine, UsageError, wholeNumber } from '@ndx/command-line';
import { projectRoot } from '@ndx/local-infra';
import { exitWithReason } from '@ndx/tools/exit-with-reason';
import { untilInterrupted } from '@ndx/tools/until-interrupted';
import type { Measurement } from './measurement.js';
import { MEASUREMENTS } from './measurements.js';
import { reportOf, sectionOf, tableOf, type Section } from './report.js';

const values = optionsGiven();

const say = (line: string) => {
  process.stdout.write(`${line}\n`);
};

// Exiting also stops the processes that a measurement started.
const interrupted = untilInterrupted().then(() => process.exit(130));

if (values.list) for (const { name, about } of MEASUREMENTS) say(`${name}: ${about}`);
else await Promise.race([interrupted, measure(values.only ?? MEASUREMENTS)]);
process.exit(0);

async function measure(measurements: readonly Measurement[]): Promise<void> {
  const options = { rounds: values.quick ? 1 : values.rounds, isQuick: values.quick };
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

function optionsGiven() {
  try {
    return commandLine(
      'npm run bench --',
      'Measures the system beside a bare yardstick. A missed goal is marked and is no failure.',
    )
      .option('--only <names>', 'comma-separated measurements', chosen)
      .option('--rounds <number>', 'rounds of each measurement', wholeNumber(1), 5)
      .option('--quick', 'one short round, as a smoke test', false)
      .option('--json <file>', 'also writes the report to a file')
      .option('--list', 'lists the measurements', false)
      .parse()
      .opts();
  } catch (error) {
    exitWithReason(error);
  }
}

function chosen(only: string): readonly Measurement[] {
  return only.split(',').map((name) => {
    const measurement = MEASUREMENTS.find((known) => known.name === name);
    if (measurement) return measurement;
    const known = MEASUREMENTS.map((each) => each.name).join(', ');
    throw new UsageError(`There is no measurement ${name}. There are: ${known}`);
  });
}
