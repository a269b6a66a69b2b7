// Runs the simulations that it receives, one after the other; the model is compiled once. Quint has
// no other interface for this than the functions of its command line.
import commands from '@informalsystems/quint/dist/src/cliCommands.js';

/** @throws Error with the messages of Quint */
function valueOf(result) {
  if (result.isRight()) return result.value;
  const { msg, stage } = result.value;
  throw new Error([msg, ...stage.errors.map(({ explanation }) => explanation)].join('\n'));
}

async function compile(input) {
  const loaded = valueOf(await commands.load({ input }));
  return valueOf(await commands.typecheck(valueOf(await commands.parse(loaded))));
}

let compiled;

async function run(parameters) {
  const model = await (compiled ??= compile(parameters.input));
  const args = {
    init: 'init',
    witnesses: [],
    verbosity: 0,
    backend: 'typescript',
    ...parameters,
    seed: BigInt(parameters.seed),
  };
  const result = await commands.runSimulator({ ...model, args });
  if (result.isLeft() && result.value.stage.status !== 'violation') valueOf(result);
}

let last = Promise.resolve();
process.on('message', (parameters) => {
  const { outItf } = parameters;
  last = last
    .then(() => run(parameters))
    .then(
      () => process.send({ outItf }),
      (error) => process.send({ outItf, error: String(error) }),
    );
});
