import { RANKINGS, type ExplanationCode } from '@ndx/contracts';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { CheckedCodes } from '../harness/checked-codes.js';
import type { Exchange } from '../harness/exchange.js';
import { ExplainedConsumer } from '../harness/explained-consumer.js';
import {
  ExplainedNetwork,
  explanationFor,
  withoutDecision,
  type ExplainedSection,
} from '../harness/explained-network.js';
import { EXPLAINED_TEMPLATES } from '../harness/explained-templates.js';
import { succeed, type Participant } from '../harness/participant.js';

/** Each answer of a template or bundle can be explained by a stable code and a sentence (decision 0075). */
export function templateExplanationSuite(exchange: () => Exchange): void {
  let made: Promise<ExplainedNetwork> | undefined;

  describe.each(EXPLAINED_TEMPLATES)('the explanation of a query of a $kind', (explained) => {
    const { asked, field, other, computed } = explained;
    const codes = new CheckedCodes();
    let network: ExplainedNetwork;
    let consumer: ExplainedConsumer;
    let consentId: string;

    beforeAll(async () => {
      network = await (made ??= ExplainedNetwork.make(exchange()));
      [consumer, { consentId }] = await aConsumer();
    }, 60_000);

    /** A consumer about whom both furnishers have values, the second one later. */
    async function aConsumer(consent: Readonly<Record<string, unknown>> = {}) {
      const made = new ExplainedConsumer(exchange(), network, explained);
      const { consent_id, consumer_id, field_access_grants } = await made.consent(consent);
      await made.furnish(network.first);
      await made.furnish(network.second);
      await made.untilKnown(String(consumer_id), 2);
      const ids = { consentId: String(consent_id), consumerId: String(consumer_id) };
      return [made, { ...ids, grants: field_access_grants as { grant_id: string }[] }] as const;
    }

    async function sectionFor(reader: Participant, reference: string): Promise<ExplainedSection> {
      const { sections } = await explanationFor(reader, reference);
      if (!sections[0]) throw new Error('no section is explained');
      return sections[0];
    }

    const valuesIn = ({ records }: ExplainedSection) =>
      records.filter(({ field_name }) => field_name === field);
    const valueOf = (section: ExplainedSection, { entityId }: Participant) =>
      valuesIn(section).find(({ furnishing_entity_id: id }) => id === entityId);
    const fieldOf = ({ fields }: ExplainedSection, name: string) =>
      fields.find(({ field_name }) => field_name === name);

    test.each<readonly [ExplanationCode, object, string]>([
      ['not_enabled', { is_enabled: false }, 'The policy disables the field.'],
      [
        'attestation_missing',
        { attestation_required: true },
        'The policy requires an attestation, and the furnisher had no active one.',
      ],
      [
        'too_old',
        { max_age_days: 0 },
        'The policy accepts values that were furnished at most 0 days ago, and the value was older.',
      ],
      [
        'value_not_accepted',
        { field_selections: [{ field_name: field, accepted_values: ['none of them'] }] },
        'The policy accepts certain values of the field, and the value is none of them.',
      ],
    ])('shows the governor that its policy excluded a value: %s', async (code, rule, sentence) => {
      const reference = await consumer.queryUnder(rule);
      const governed = await sectionFor(network.governor, reference);
      codes.check(valueOf(governed, network.first), code, sentence);
      const section = await sectionFor(network.querier, reference);
      expect(valuesIn(section)).toEqual([]);
      expect(section.limits).toContainEqual(expect.objectContaining({ code }));
    });

    test('shows the governor a value of a furnisher that its policy does not accept', async () => {
      const sources = { selected_provenance_option_ids: [network.second.entityId] };
      const reference = await consumer.queryUnder(sources);
      const governed = await sectionFor(network.governor, reference);
      codes.check(
        valueOf(governed, network.first),
        'source_not_accepted',
        'The policy does not accept the field from this furnisher.',
      );
    });

    test('shows the querier what decided between two values', async () => {
      const latest = await sectionFor(network.querier, await consumer.queryUnder({}));
      codes.check(valueOf(latest, network.second), 'chosen', 'The value was chosen.');
      const sentences = {
        outranked_by_source_order:
          'The furnisher of the chosen value comes first in the order of sources of the policy.',
        outranked_by_furnishing_time: 'The chosen value was furnished later.',
        outranked_by_record_id:
          'Source order and times are equal; the value of the lower record id was chosen.',
      };
      const [bySource, , byTime, byId] = RANKINGS;
      codes.check(valueOf(latest, network.first), byTime, sentences[byTime]);
      const reference = await consumer.queryUnder({
        selected_provenance_option_ids: [network.first.entityId, network.second.entityId],
      });
      const preferred = await sectionFor(network.querier, reference);
      codes.check(valueOf(preferred, network.second), bySource, sentences[bySource]);
      await consumer.queryUnder({});
      const together = await atOnce();
      const outranked = valuesIn(together).find((value) => 'code' in value && value.code === byId);
      codes.check(outranked, byId, sentences[byId]);
    });

    /** The explanation of values that were furnished at the same time. */
    async function atOnce(): Promise<ExplainedSection> {
      const [owner, { consumerId }] = await aConsumer();
      const at = new Date().toISOString();
      const copied = 'update template_value set furnished_at = $2 where subject_id = $1';
      await exchange().sql('product-query', copied, [consumerId, at]);
      // A replay reads the records in furnishing.
      const stored = `update submission set submitted_at = $2
        where id in (select submission_id from furnished_record where subject_id = $1)`;
      await exchange().sql('furnishing', stored, [consumerId, at]);
      return sectionFor(network.querier, await owner.query());
    }

    test('shows for each field whether it was issued, and from whom', async () => {
      const reference = await consumer.queryUnder({});
      codes.check(
        await explanationFor(network.querier, reference),
        'issued',
        'A result was issued.',
      );
      const section = await sectionFor(network.querier, reference);
      codes.check(fieldOf(section, field), 'issued', 'It was issued.', {
        sources: [{ network_id: network.networkId, furnishing_entity_id: network.second.entityId }],
      });
    });

    test('shows for each field of a 204 what is missing', async () => {
      const incomplete = new ExplainedConsumer(exchange(), network, explained);
      const { consumer_id } = await incomplete.consent();
      await incomplete.furnish(network.first, explained.lacking);
      await incomplete.untilKnown(String(consumer_id), 1);
      const reference = await incomplete.query();
      codes.check(
        await explanationFor(network.querier, reference),
        'required_field_missing',
        `No result was issued: required fields have no value: ${other}, ${computed}. The code of each field gives the reason.`,
      );
      const section = await sectionFor(network.querier, reference);
      codes.check(
        fieldOf(section, other),
        'no_eligible_record',
        'No record that you may read satisfies the rules listed as limits.',
      );
      codes.check(
        fieldOf(section, computed),
        'not_determined',
        'No furnisher states it itself, and the values that you may read do not determine it.',
      );
      codes.check(
        fieldOf(section, field),
        'result_not_issued',
        'An eligible record was found, but the result as a whole was not issued.',
      );
    });

    test('shows which fields consent and grants cover, and no values behind them', async () => {
      const [partly] = await aConsumer({ consented_fields: `${asked.slug}.${other}` });
      const unconsented = await partly.query();
      codes.check(
        fieldOf(await sectionFor(network.querier, unconsented), field),
        'consent_scope',
        'The consent does not cover it.',
      );
      expect(valuesIn(await sectionFor(network.governor, unconsented))).toEqual([]);

      const [closed, { consentId: id, grants }] = await aConsumer();
      for (const { grant_id } of grants) {
        const path = `/v1/consent/consumer/${id}/grants/${grant_id}`;
        await succeed(network.querier.client.delete(path));
      }
      const ungranted = await closed.query();
      codes.check(
        fieldOf(await sectionFor(network.querier, ungranted), field),
        'grant',
        'No grant that applies covers it.',
      );
      expect(valuesIn(await sectionFor(network.governor, ungranted))).toEqual([]);
    });

    if (explained.kind === 'bundle') {
      test('shows that no consent in force opens a data set', async () => {
        const [closed] = await aConsumer({ scope: asked.slug });
        const { consent_id } = await closed.consent({ scope: explained.furnished.slug });
        const path = `/v1/consent/consumer/${String(consent_id)}/revoke`;
        await succeed(network.querier.client.post(path, {}));
        const section = await sectionFor(network.querier, await closed.query());
        codes.check(
          section,
          'dataset_closed',
          'No consent in force, and no allowed purpose, opens its data set.',
          {
            limits: [{ model_name: explained.furnished.slug, code: 'dataset_closed' }],
            records: [],
          },
        );
      });
    }

    test('shows in a check that the request names other furnishers', async () => {
      await consumer.queryUnder({});
      const { explanation } = await succeed(
        network.querier.client.post('/v1/products/check', {
          product_id: asked.id,
          network_ids: [network.networkId],
          consent_id: consentId,
          furnishing_entity_ids: [network.second.entityId],
        }),
      );
      const [section] = (explanation as { sections: readonly [ExplainedSection] }).sections;
      codes.check(
        section.limits.find(({ code }) => code === 'furnisher_not_requested'),
        'furnisher_not_requested',
        'The query accepts only records of the furnishers that it named.',
      );
      expect(valueOf(section, network.first)).toBeUndefined();
    });

    test('shows a governor of one of the networks neither the choice nor the fields', async () => {
      await consumer.queryUnder({});
      await consumer.consent({ network_id: await network.anotherNetwork() });
      const section = await eventually(async () => {
        const found = await sectionFor(network.governor, await consumer.query({}));
        expect(found.code).toBe('not_shown');
        return found;
      });
      const sentence = 'It depends on networks that you do not govern.';
      codes.check(section, 'not_shown', sentence);
      codes.check(fieldOf(section, field), 'not_shown', sentence);
      codes.check(
        valueOf(section, network.second),
        'eligible',
        'The value satisfies the policy of its network.',
      );
    });

    test('of a query without a recorded decision says so', async () => {
      const reference = await consumer.query();
      await withoutDecision(exchange(), reference, async () => {
        codes.check(
          await explanationFor(network.querier, reference),
          'not_recorded',
          'The query was answered before decisions were recorded.',
        );
      });
    });

    test('has every code that it can have in one of these tests', () => {
      expect(codes.unchecked(explained.impossible)).toEqual([]);
    });
  });
}
