import type { Call } from './linearize.js';
import { violation } from './linearize.js';
import { PERMISSION, type PermissionOperation } from './permission-model.js';

export type PermissionCall = Call<PermissionOperation>;

/** The time of a database's loss of its last commits, by the clock of `performance.now`. */
export type Loss = Pick<PermissionCall, 'startedAt'> & { readonly endedAt: number };

/** The operations on one consent or policy, and the results of queries under it. */
export class TrackedPermission {
  /** It gets no more operations: it is revoked, or unknown to its owner. */
  isOver = false;
  readonly calls: PermissionCall[] = [];

  constructor(
    readonly kind: 'consent' | 'policy',
    readonly consentId: string,
    readonly policyId: string | undefined,
    grantedAt: Loss,
  ) {
    this.calls.push({ operation: 'grant', ...grantedAt });
  }

  /** The fault of its history; undefined when it is linearizable. */
  fault(losses: readonly Loss[]): string | undefined {
    const [granted] = this.calls;
    if (!granted) return undefined;
    // Every loss that may have come after the grant.
    const lost = losses
      .filter(({ endedAt }) => granted.startedAt < endedAt)
      .map((loss) => ({ operation: 'loss' as const, ...loss }));
    const history = [...this.calls, ...lost];
    const stuck = violation(PERMISSION, history);
    if (!stuck) return undefined;
    const name = this.policyId ?? this.consentId;
    return `${this.kind} ${name}: no order has ${stuck.map(describe).join(' or ')}; of ${history
      .sort((one, other) => one.startedAt - other.startedAt)
      .map(describe)
      .join(', ')}`;
  }
}

function describe({ operation, startedAt, endedAt }: PermissionCall): string {
  return `${operation} [${startedAt.toFixed(0)}, ${endedAt?.toFixed(0) ?? 'no answer'}]`;
}
