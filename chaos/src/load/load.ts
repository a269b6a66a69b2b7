import { setTimeout as pause } from 'node:timers/promises';
import fc, { type Arbitrary } from 'fast-check';
import type { Choices } from '../choices.js';
import type { Answer } from '../system/caller.js';
import type { System } from '../system/system.js';
import type { Kind } from './kinds.js';
import { Ledger } from './ledger.js';
import { keyedRequest, type Operation } from './operation.js';
import {
  attestation,
  consent,
  furnish,
  furnished,
  newOwner,
  ownersConsent,
  policy,
  query,
  templateFurnish,
  templateQuery,
  type Owner,
} from './operations.js';
import { whileClientsRun } from './while-clients-run.js';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
/** Total time for retries of an operation. */
const PERSISTENCE_MS = 120_000;

/** Queries use the subjects furnished first, whose records arrive earliest. */
const FAMILIAR = 10;

/** The mix of operations: mostly furnish and query. */
const MIX: Arbitrary<Kind> = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Kind>('furnish') },
  { weight: 10, arbitrary: fc.constant<Kind>('query') },
  { weight: 3, arbitrary: fc.constant<Kind>('template_furnish') },
  { weight: 3, arbitrary: fc.constant<Kind>('template_query') },
  { weight: 2, arbitrary: fc.constant<Kind>('consent') },
  { weight: 2, arbitrary: fc.constant<Kind>('attestation') },
  { weight: 1, arbitrary: fc.constant<Kind>('policy') },
);

/** Clients that furnish, query and write, each one operation after the other. */
export class Load {
  readonly ledger = new Ledger();
  private readonly businesses: string[] = [];
  private readonly owners: Owner[] = [];

  constructor(
    readonly system: System,
    private readonly choices: Choices,
  ) {}

  /** Runs until the work ends, and lets each client finish its operation. */
  during<Result>(clients: number, work: () => Promise<Result>): Promise<Result> {
    return whileClientsRun(clients, (n, isOver) => this.client(n, isOver), work);
  }

  /**
   * Retries failures with the same key, so that the operation has one effect (contract 7.6).
   * Undefined when no attempt succeeded.
   */
  async perform(operation: Operation): Promise<Answer | undefined> {
    const deadline = Date.now() + PERSISTENCE_MS;
    const request = keyedRequest(operation);
    for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      const caller = this.system.as(operation.by);
      const outcome = await caller.ask(request);
      this.ledger.note(operation, outcome);
      if (outcome.kind === 'answered' && outcome.status < 500) {
        if (outcome.status < 300) {
          this.ledger.done.push({ operation, id: operation.idIn(outcome), answer: outcome });
        }
        return outcome;
      }
      if (Date.now() > deadline) break;
      await pause(wait * (0.5 + Math.random() / 2));
    }
    this.ledger.abandoned.push(operation);
    return undefined;
  }

  private async client(n: number, isOver: () => boolean): Promise<void> {
    const kinds = this.choices.of(`mix of client ${n}`, MIX);
    const places = this.choices.of(`subject of client ${n}`, fc.nat());
    while (!isOver()) {
      await this.one(kinds.next().value, places.next().value);
    }
  }

  private async one(kind: Kind, place: number): Promise<void> {
    const business = this.businesses[place % Math.min(this.businesses.length, FAMILIAR)];
    const owner = this.owners[place % this.owners.length];
    if (kind === 'query' && business !== undefined) {
      await this.perform(query({ business_id: business }));
    } else if (kind === 'template_query' && owner !== undefined) {
      await this.perform(templateQuery(owner));
    } else if (kind === 'template_furnish' || kind === 'template_query') {
      const newcomer = newOwner();
      // First, because furnished data is read under the consent.
      const consented = await this.perform(ownersConsent(newcomer));
      if (consented?.status !== 200) return;
      const answer = await this.perform(templateFurnish(newcomer));
      if (answer?.status === 200) this.owners.push(newcomer);
    } else if (kind === 'furnish' || kind === 'query') {
      const answer = await this.perform(furnish());
      if (answer?.status === 200) this.businesses.push(furnished(answer).business_id);
    } else {
      await this.perform(WRITES[kind]());
    }
  }
}

const WRITES = {
  consent,
  consumer_consent: () => ownersConsent(newOwner()),
  attestation,
  policy,
};
