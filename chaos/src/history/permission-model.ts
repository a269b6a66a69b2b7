import type { Model } from './linearize.js';

/**
 * Operations on one permission, and queries under it. `loss`: the database of its owner lost its
 * last commits.
 */
export type PermissionOperation =
  'grant' | 'narrow' | 'widen' | 'revoke' | 'query: shown' | 'query: hidden' | 'loss';

/**
 * `unsure`: permitted, but perhaps by a lost change. Queries may still show the data, and may stop
 * at any time; a withdrawn permission is never unsure.
 */
type PermissionState = 'absent' | 'open' | 'closed' | 'revoked' | 'unsure';

type Steps = Readonly<Partial<Record<PermissionOperation, PermissionState>>>;

const CHANGES: Steps = { narrow: 'closed', widen: 'open', revoke: 'revoked' };

/** An unlisted operation cannot have its outcome in the state. */
const STEPS: Readonly<Record<PermissionState, Steps>> = {
  absent: { grant: 'open', 'query: hidden': 'absent', loss: 'absent' },
  open: { ...CHANGES, 'query: shown': 'open', loss: 'unsure' },
  closed: { ...CHANGES, 'query: hidden': 'closed', loss: 'closed' },
  unsure: { ...CHANGES, 'query: shown': 'unsure', 'query: hidden': 'closed', loss: 'unsure' },
  revoked: { revoke: 'revoked', 'query: hidden': 'revoked', loss: 'revoked' },
};

/** A permission that a database may lose and never restores (decision 0071). */
export const PERMISSION: Model<PermissionState, PermissionOperation> = {
  initial: 'absent',
  step: (state, operation) => STEPS[state][operation],
  isRead: (operation) => operation.startsWith('query'),
};
