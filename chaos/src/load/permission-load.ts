import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@ndx/testing';
import { DEMO_NETWORK, OPERATOR, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import fc, { type Arbitrary } from 'fast-check';
import type { Choices } from '../choices.js';
import type { PermissionOperation } from '../history/permission-model.js';
import { TrackedPermission, type Loss } from '../history/tracked-permission.js';
import { describeOutcome, isDone, type Answer, type Outcome } from '../system/caller.js';
import type { System } from '../system/system.js';
import { keyedRequest, type Operation } from './operation.js';
import { consent, furnish, newRegistration, policy, query } from './operations.js';
import { PATHS } from './paths.js';
import { permissionChange, type PermissionChange } from './permission-requests.js';
import { whileClientsRun } from './while-clients-run.js';
import { shows } from './withdrawals.js';

const WRITERS = 3;
const READERS = 3;
const PAUSE_MS = 100;
const TIMEOUT_MS = 120_000;
/** Number of permissions that clients use at a time, the newest ones. */
const CURRENT = 6;

type Wish = 'grant' | 'publish' | PermissionChange;

const WISHES: Arbitrary<Wish> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Wish>('grant') },
  { weight: 1, arbitrary: fc.constant<Wish>('publish') },
  { weight: 4, arbitrary: fc.constant<Wish>('narrow') },
  { weight: 3, arbitrary: fc.constant<Wish>('widen') },
  { weight: 2, arbitrary: fc.constant<Wish>('revoke') },
);

/** Clients that grant, change and revoke permissions for one business, and query under them. */
export class PermissionLoad {
  readonly permissions: TrackedPermission[] = [];
  private readonly registration = newRegistration();
  private acknowledged = 0;
  private queries = 0;
  private failed = 0;
  /** Ends when changes are permitted again. */
  private stillness: Promise<unknown> = Promise.resolve();
  private readonly changing = new Set<Promise<unknown>>();

  constructor(
    private readonly system: System,
    private readonly choices: Choices,
  ) {}

  /** Waits until the business is visible, and runs clients during the work. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.begin();
    return whileClientsRun(
      WRITERS + READERS,
      (n, isOver) => (n < WRITERS ? this.writer(n, isOver) : this.reader(n, isOver)),
      work,
    );
  }

  /** Waits for that many further acknowledged changes. */
  async changes(count: number): Promise<void> {
    const enough = this.acknowledged + count;
    await eventually(
      () => {
        if (this.acknowledged < enough) throw new Error(`not acknowledged: ${this.describe()}`);
      },
      { timeoutMs: TIMEOUT_MS },
    );
  }

  /** Lets clients finish their changes, and only query during the work. */
  async withoutChanges<Result>(work: () => Promise<Result>): Promise<Result> {
    let resolve: () => void = () => undefined;
    this.stillness = new Promise<void>((permit) => (resolve = permit));
    try {
      await Promise.all(this.changing);
      return await work();
    } finally {
      resolve();
    }
  }

  /** Withdraws every remaining permission until that is acknowledged, and queries under it. */
  async withdrawAll(): Promise<void> {
    await Promise.all(
      [0, 1, 2, 3].map(async (n) => {
        const mine = this.permissions.filter((_, index) => index % 4 === n);
        for (const permission of mine) {
          if (!permission.isOver) await this.withdraw(permission);
          for (let times = 0; times < 2; times += 1) await this.query(permission);
        }
      }),
    );
  }

  /** Adds a consent or a policy that no client changes, and queries under it. */
  async addUnchanged(kind: TrackedPermission['kind']): Promise<TrackedPermission> {
    const permission = await (kind === 'consent' ? this.newGrant() : this.newPolicy());
    if (!permission) throw new Error('the policy was not published');
    permission.isOver = true;
    this.permissions.push(permission);
    await this.query(permission);
    return permission;
  }

  /** Revokes the consent or narrows the policy until that is acknowledged. */
  async withdraw(permission: TrackedPermission): Promise<Outcome> {
    return eventually(
      async () => {
        const outcome = await this.change(permission, 'revoke');
        const isAnswered = outcome.kind === 'answered' && outcome.status < 500;
        if (!isAnswered) throw new Error(`cannot be withdrawn: ${describeOutcome(outcome)}`);
        return outcome;
      },
      { timeoutMs: TIMEOUT_MS },
    );
  }

  /** Queries without a pause until the query has a result: 200, 204, 403 or 404. */
  async queryAtOnce(permission: TrackedPermission): Promise<void> {
    const longest = performance.now() + TIMEOUT_MS;
    while (!(await this.query(permission))) {
      if (performance.now() > longest) throw new Error('no query is answered');
      await pause(PAUSE_MS / 10);
    }
  }

  /** The histories that no order of their operations explains. */
  faults(losses: readonly Loss[]): readonly string[] {
    return this.permissions.flatMap((permission) => permission.fault(losses) ?? []);
  }

  /** The consents that their owner does not have, and those of them that queries can use. */
  async orphans(): Promise<{ readonly count: number; readonly used: readonly string[] }> {
    const used: string[] = [];
    let count = 0;
    for (const { kind, consentId: consent_id } of this.permissions) {
      const as = this.system.as(QUERYING_BANK);
      const path = `${PATHS.consent}/${consent_id}?network_id=${DEMO_NETWORK.id}`;
      if (kind !== 'consent' || !isAbsent(await as.ask({ method: 'GET', path }))) continue;
      count += 1;
      const outcome = await as.ask(query({ consent_id }).request);
      if (shows(outcome)) used.push(`consent ${consent_id} can be used, and not be revoked`);
    }
    return { count, used };
  }

  describe(): string {
    return `${this.permissions.length} permissions, ${this.acknowledged} acknowledged changes, ${this.queries} queries, ${this.failed} requests that failed`;
  }

  private async begin(): Promise<void> {
    const { registration } = this;
    await this.until(furnish(registration));
    await this.grant();
    const [first] = this.permissions;
    if (!first) throw new Error('no permission');
    // Furnished data arrives by the bus; the history begins after that.
    const request = query({ consent_id: first.consentId }).request;
    await eventually(
      async () => {
        const outcome = await this.system.as(QUERYING_BANK).ask(request);
        if (!shows(outcome)) throw new Error(`cannot be seen: ${describeOutcome(outcome)}`);
      },
      { timeoutMs: TIMEOUT_MS },
    );
    await this.publish();
  }

  private async writer(n: number, isOver: () => boolean): Promise<void> {
    const wishes = this.choices.of(`wish of writer ${n}`, WISHES);
    const places = this.choices.of(`place of writer ${n}`, fc.nat());
    while (!isOver()) {
      await this.stillness;
      const changed = this.fulfil(wishes.next().value, this.pick(places.next().value));
      this.changing.add(changed);
      await changed.finally(() => this.changing.delete(changed));
      await pause(PAUSE_MS / 4);
    }
  }

  private async fulfil(wish: Wish, permission: TrackedPermission | undefined): Promise<void> {
    if (wish === 'grant') await this.grant();
    else if (wish === 'publish') await this.publish();
    else if (permission) await this.change(permission, wish);
  }

  private async reader(n: number, isOver: () => boolean): Promise<void> {
    const places = this.choices.of(`place of reader ${n}`, fc.nat());
    while (!isOver()) {
      const permission = this.pick(places.next().value);
      if (permission && !(await this.query(permission))) await pause(PAUSE_MS);
    }
  }

  private pick(place: number): TrackedPermission | undefined {
    const current = this.permissions.filter(({ isOver }) => !isOver).slice(-CURRENT);
    return current[place % current.length];
  }

  private async grant(): Promise<void> {
    this.permissions.push(await this.newGrant());
  }

  private async newGrant(): Promise<TrackedPermission> {
    const operation = consent(this.registration);
    const { answer, at } = await this.until(operation);
    return new TrackedPermission('consent', operation.idIn(answer), undefined, at);
  }

  private async publish(): Promise<void> {
    const published = await this.newPolicy();
    if (published) this.permissions.push(published);
  }

  /** A policy with a consent that never changes; undefined when it could not be published. */
  private async newPolicy(): Promise<TrackedPermission | undefined> {
    const granted = consent(this.registration);
    const { answer, at: consented } = await this.until(granted);
    const written = policy();
    const { answer: record } = await this.until(written);
    const policyId = written.idIn(record);
    const path = `${PATHS.policy}/${policyId}/configuration`;
    const outcome = await this.system
      .as(OPERATOR)
      .ask({ method: 'PUT', path, body: { status: 'published' } });
    if (!isDone(outcome)) {
      this.failed += 1;
      return undefined;
    }
    // A loss between the two grants can end the consent.
    const at = { startedAt: consented.startedAt, endedAt: performance.now() };
    return new TrackedPermission('policy', granted.idIn(answer), policyId, at);
  }

  private async change(permission: TrackedPermission, change: PermissionChange): Promise<Outcome> {
    const operation = permission.kind === 'policy' && change === 'revoke' ? 'narrow' : change;
    const { by, request } = permissionChange(permission, operation);
    const startedAt = performance.now();
    const outcome = await this.system.as(by).ask(request);
    const isRefused = outcome.kind === 'answered' && outcome.status < 500 && !isDone(outcome);
    if (isDone(outcome)) {
      this.acknowledged += 1;
      permission.calls.push({ operation, startedAt, endedAt: performance.now() });
    } else if (!isRefused) {
      this.failed += 1;
      permission.calls.push({ operation, startedAt, endedAt: undefined });
      await pause(PAUSE_MS);
    }
    if (isRefused || (isDone(outcome) && operation === 'revoke')) permission.isOver = true;
    return outcome;
  }

  /** Returns whether the query has a result. */
  private async query({
    calls,
    consentId: consent_id,
    policyId,
  }: TrackedPermission): Promise<boolean> {
    const subject = { consent_id, ...(policyId !== undefined && { policy_id: policyId }) };
    const startedAt = performance.now();
    const outcome = await this.system.as(QUERYING_BANK).ask(query(subject).request);
    this.queries += 1;
    const isAnswered = outcome.kind === 'answered' && ANSWERS.includes(outcome.status);
    if (!isAnswered) {
      this.failed += 1;
      return false;
    }
    const operation: PermissionOperation = shows(outcome) ? 'query: shown' : 'query: hidden';
    calls.push({ operation, startedAt, endedAt: performance.now() });
    return true;
  }

  /** Sends it under its key until it succeeds. */
  private async until(operation: Operation): Promise<{ answer: Answer; at: Loss }> {
    const startedAt = performance.now();
    const request = keyedRequest(operation);
    const answer = await eventually(
      async () => {
        const outcome = await this.system.as(operation.by).ask(request);
        if (isDone(outcome)) return outcome;
        this.failed += 1;
        throw new Error(`${request.path} is not done: ${describeOutcome(outcome)}`);
      },
      { timeoutMs: TIMEOUT_MS },
    );
    return { answer, at: { startedAt, endedAt: performance.now() } };
  }
}

/** The result of a query with or without a permission. */
const ANSWERS: readonly number[] = [200, 204, 403, 404];

function isAbsent(outcome: Outcome): boolean {
  return outcome.kind === 'answered' && outcome.status === 404;
}
