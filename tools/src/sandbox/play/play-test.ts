import { setTimeout as pause } from 'node:timers/promises';
import {
  policyTestResult,
  type ExpectedOutcome,
  type FoundOutcome,
  type PolicyTestResult,
} from '@ndx/product-query/policy-test';
import { kybCertificate, type Template } from '@ndx/catalog';
import { ensureAttestation, isAttestedAt } from '../ensure-attestation.js';
import { ensureSandboxNetwork } from '../ensure-sandbox-network.js';
import { FURNISHERS, type Furnisher } from '../outcome.js';
import type { SandboxParties } from '../sandbox-parties.js';
import { furnishRecords } from './furnish-records.js';
import { furnishTemplateRecords } from './furnish-template-records.js';
import { makeNetwork, publishRules } from './make-network.js';
import { isClockMoved, PRECISION_MS, type PlayableTest } from './playable-test.js';
import { lastFurnishing, movedResult } from './played-facts.js';
import { PlayedInstitutions } from './played-institutions.js';
import type { PlayedNetwork } from './played-network.js';
import { queryPlayed } from './query-played.js';
import { queryPlayedTemplate } from './query-played-template.js';
import { advanceClock, atRealTime } from './real-time.js';
import { movedGroups } from './template-facts.js';
import { subjectOf, type TemplateSubject } from './template-subject.js';
import { recordConsents, untilExpired } from './record-consents.js';

/** A new attestation, and a consent that has expired, bind within this time. */
const SETTLES_WITHIN_MS = 10_000;
const POLL_MS = 500;

/** A played test. */
export interface Play {
  readonly networkId: string;
  /** With times in the form of the found ones. */
  readonly expected: ExpectedOutcome;
  readonly result: PolicyTestResult;
}

/**
 * Plays a test through the network: makes what it describes in a network of its own, as the
 * institutions of the sandbox, and sends its query.
 * @throws UnplayableError when the API rejects a value of the test, or the sandbox has too few
 *   furnishers
 */
export async function playTest(parties: SandboxParties, playable: PlayableTest): Promise<Play> {
  await ensureSandboxNetwork(parties, false);
  const institutions = await institutionsFor(parties, playable);
  const networkId = await makeNetwork(parties, institutions);
  return atRealTime(parties.querier, async () => {
    const { test, rules, template, delayMs } = playable;
    const subject = template && subjectOf(template, test);
    const furnishedAt = Date.now();
    const shiftMs = furnishedAt - lastFurnishing(test);
    const network: PlayedNetwork = {
      ...{ parties, networkId, institutions, shiftMs },
      registration: `PLAY${furnishedAt}`,
      ...(subject && { consent: subject.consent }),
    };
    const furnished = await furnish(network, playable, subject);
    const consents = await recordConsents(network, test);
    const businessId = furnished ?? consents[0]?.businessId ?? '';
    const { id: productId } = template ?? kybCertificate;
    await publishRules(parties, networkId, rules, institutions, productId);
    if (isClockMoved(delayMs)) {
      // To a moment before the query of the test, so that no record gets too old meanwhile.
      const query = furnishedAt + delayMs - PRECISION_MS / 2;
      const seconds = Math.floor((query - Date.now()) / 1_000);
      await advanceClock(parties.querier, Math.max(1, seconds));
    }
    await untilExpired(network, consents);
    const expected = inUtc(test.expected, template);
    const result = await settled(expected, () =>
      template && subject
        ? queryPlayedTemplate(network, template, playable, subject)
        : queryPlayed(network, playable, { businessId, consents }),
    );
    return { networkId, expected, result };
  });
}

/** @returns the business of a certificate; the query of a template does not name its subject */
async function furnish(
  network: PlayedNetwork,
  { test, template }: PlayableTest,
  subject: TemplateSubject | undefined,
): Promise<string | undefined> {
  if (!template || !subject) return furnishRecords(network, test);
  await furnishTemplateRecords(network, template, test, subject);
  return undefined;
}

async function institutionsFor(
  { furnishers }: SandboxParties,
  { furnishers: tested, template, delayMs }: PlayableTest,
): Promise<PlayedInstitutions> {
  if (tested.some(({ isAttested }) => isAttested)) {
    await ensureAttestation(furnishers.attested, template);
  }
  const queryAt = Date.now() + delayMs + PRECISION_MS;
  const attested = new Set<Furnisher>();
  for (const furnisher of FURNISHERS) {
    if (await isAttestedAt(furnishers[furnisher], queryAt, template)) attested.add(furnisher);
  }
  return PlayedInstitutions.of(tested, attested);
}

/** The result when it has no difference, or at the deadline. */
async function settled(
  expected: ExpectedOutcome,
  query: () => Promise<FoundOutcome>,
): Promise<PolicyTestResult> {
  const deadline = Date.now() + SETTLES_WITHIN_MS;
  for (;;) {
    const found = await query();
    const result = policyTestResult(withoutHiddenReason(expected, found), found);
    if (result.differences.length === 0 || Date.now() > deadline) return result;
    await pause(POLL_MS);
  }
}

/** No explanation shows a record that a consent hides, so that reason is not compared. */
function withoutHiddenReason(
  expected: ExpectedOutcome,
  { reasons }: FoundOutcome,
): ExpectedOutcome {
  const { reason, ...others } = expected;
  const isHidden = reason === 'consent_scope' || reason === 'grant';
  return isHidden && reasons.every((each) => each === 'no_eligible_record') ? others : expected;
}

function inUtc(expected: ExpectedOutcome, template: Template | undefined): ExpectedOutcome {
  const { result, groups } = expected;
  if (template && groups) return { ...expected, groups: movedGroups(template, groups, 0) };
  return result === undefined ? expected : { ...expected, result: movedResult(result, 0) };
}
