import { QUERYING_BANK } from '@ndx/tools/network/demo-network';
import fc from 'fast-check';
import { conduct } from '../checks/everything.js';
import { noticesArrive } from '../checks/notices.js';
import { FollowedAnswers, STORY_NAMES } from '../load/followed-answers.js';
import { Load } from '../load/load.js';
import { whileClientsRun } from '../load/while-clients-run.js';
import { describeOutcome, isDone, type Request } from '../system/caller.js';
import { NoticeReceiver } from '../system/notice-receiver.js';
import { aMinutePasses, untilAttempted } from '../system/notice-work.js';
import { startSecond } from '../system/second-process.js';
import type { System } from '../system/system.js';
import type { Stage } from './scenario.js';

const CLIENTS = 3;
const ROUNDS = 15;
const ENDPOINTS = '/v1/notice-endpoints';
const VICTIMS = ['the receiver', 'the sender', 'the second sender'] as const;

/** `kill -9` of the receiver of notices and of both processes that send them, while answers change. */
export async function notices(stage: Stage): Promise<void> {
  const { system } = stage;
  const receiver = await NoticeReceiver.start(system);
  const second = await startSecond(system, 'product-query');
  const endpoint = await subscribe(system, receiver.url);
  try {
    await play(stage, receiver, {
      'the receiver': receiver.process,
      'the sender': system.process('product-query'),
      'the second sender': second.process,
    });
  } finally {
    // Other scenarios have no notices.
    await done(system, { method: 'DELETE', path: `${ENDPOINTS}/${endpoint}` });
    await second.process.stop();
    await receiver.process.stop();
  }
}

type Victims = Readonly<Record<(typeof VICTIMS)[number], NoticeReceiver['process']>>;

async function play(stage: Stage, receiver: NoticeReceiver, victims: Victims): Promise<void> {
  const { system, choices, short } = stage;
  const load = new Load(system, choices);
  const answers = new FollowedAnswers(load);
  const client = async (n: number, isOver: () => boolean) => {
    const stories = choices.of(`stories of client ${n}`, fc.constantFrom(...STORY_NAMES));
    while (!isOver()) await answers.play(stories.next().value);
  };
  const all = fc.shuffledSubarray([...VICTIMS], { minLength: VICTIMS.length });
  const orders = choices.of('order of victims', all);
  await whileClientsRun(CLIENTS, client, async () => {
    for (let round = short ? 1 : ROUNDS; round > 0; round -= 1) {
      for (const victim of orders.next().value) {
        // An attempt waits for the receiver when the victim dies.
        await receiver.process.kill('SIGSTOP');
        await untilAttempted(system);
        await victims[victim].kill('SIGKILL');
        await receiver.process.kill('SIGCONT');
        stage.did(`killed ${victim}`);
        await aMinutePasses(system);
        await victims[victim].ready();
      }
    }
  });
  stage.checked(
    ...(await noticesArrive(answers, receiver)),
    {
      promise: 'no query that starts after the acknowledgement uses a withdrawn record',
      broken: answers.leaked,
    },
    ...conduct(load.ledger),
  );
  const sent = [...answers.expected.values()].flat().length;
  stage.counted(
    `${answers.expected.size} answers, ${sent} notices, ${receiver.received.length} webhooks`,
    ...load.ledger.describe(),
  );
}

/** Returns the id of the endpoint. */
async function subscribe(system: System, url: string): Promise<string> {
  const { body } = await done(system, { method: 'POST', path: ENDPOINTS, body: { url } });
  return (body as { readonly endpoint_id: string }).endpoint_id;
}

async function done(system: System, request: Request) {
  const outcome = await system.as(QUERYING_BANK).ask(request);
  if (isDone(outcome)) return outcome;
  throw new Error(`${request.path} is not done: ${describeOutcome(outcome)}`);
}
