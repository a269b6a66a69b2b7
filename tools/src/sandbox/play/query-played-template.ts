import type { Output, Template } from '@ndx/catalog';
import { NETWORK_HEADER, PERMISSIBLE_PURPOSE_HEADER } from '@ndx/contracts';
import type { ExpectedOutcome, FoundOutcome } from '@ndx/product-query/policy-test';
import type { ApiAnswer } from '../../network/api-client.js';
import { succeed } from '../../network/expect-answer.js';
import { explainedSections } from './explained.js';
import { PRECISION_MS, type PlayableTest } from './playable-test.js';
import type { PlayedNetwork } from './played-network.js';
import { movedGroups } from './template-facts.js';
import { named, type TemplateSubject } from './template-subject.js';

type FoundGroup = NonNullable<NonNullable<FoundOutcome['groups']>[string]>;

/** Sends the query of a test of a template; the answer in the names and at the times of the test. */
export async function queryPlayedTemplate(
  network: PlayedNetwork,
  template: Template,
  { test }: PlayableTest,
  subject: TemplateSubject,
): Promise<FoundOutcome> {
  const { parties, networkId } = network;
  const { permissible_purpose: purpose } = test.query;
  const headers = {
    [NETWORK_HEADER]: networkId,
    ...(purpose !== undefined && { [PERMISSIBLE_PURPOSE_HEADER]: purpose }),
  };
  const body = named(subject, template.query.input);
  const answer = await parties.querier.post(template.query.path, body, headers);
  switch (answer.status) {
    case 200: {
      const groups = await groupsOf(network, template, answer, test.expected);
      return { outcome: 'issued', reasons: [], groups };
    }
    case 204: {
      const sections = await explainedSections(parties.operator, answer);
      const codes = sections.flatMap(({ code, records }) =>
        records.length === 0 ? [code] : records.map((record) => record.code),
      );
      return { outcome: 'no_result', reasons: [...new Set(codes)] };
    }
    case 403:
    case 404: {
      const { reason } = answer.body as { readonly reason: string };
      return { outcome: 'refused', reasons: [reason] };
    }
    default:
      await succeed(Promise.resolve(answer));
      throw new Error(`the query was answered with ${answer.status}`);
  }
}

/** The outputs of each group, with its furnisher, which the explanation of the answer names. */
async function groupsOf(
  { parties, institutions, shiftMs }: PlayedNetwork,
  template: Template,
  answer: ApiAnswer,
  { groups: expected = {} }: ExpectedOutcome,
): Promise<NonNullable<FoundOutcome['groups']>> {
  const sections = await explainedSections(parties.operator, answer);
  const body = answer.body as Readonly<Record<string, unknown>>;
  const found = template.groups.map(({ name, outputs }): [string, FoundGroup | null] => {
    const id = sections.find(({ model_name }) => model_name === name)?.furnishing_entity_id ?? null;
    if (id === null) return [name, null];
    const values = outputs.map((output) => [output.name, body[output.name] ?? null] as const);
    const outputsFound = Object.fromEntries(values);
    return [name, { furnishing_entity_id: institutions.nameOf(id), outputs: outputsFound }];
  });
  const atTimesOfTest = movedGroups(template, Object.fromEntries(found), -shiftMs);
  const named = Object.entries(atTimesOfTest).map(([name, group]): [string, FoundGroup | null] => [
    name,
    group && {
      ...group,
      outputs: asStated(template.outputs, group.outputs, expected[name]?.outputs),
    },
  ]);
  return Object.fromEntries(named);
}

/** The time of furnishing is that of the test, as exactly as a play furnishes. */
function asStated(
  all: readonly Output[],
  found: FoundGroup['outputs'],
  expected: FoundGroup['outputs'] = {},
): FoundGroup['outputs'] {
  const furnished = all.filter(({ source }) => source.kind === 'furnished-at');
  const near = furnished.flatMap(({ name }) => {
    const [time, other] = [expected[name], found[name]];
    const distance = Date.parse(String(time)) - Date.parse(String(other));
    return Math.abs(distance) < PRECISION_MS ? [[name, time] as const] : [];
  });
  return { ...found, ...Object.fromEntries(near) };
}
