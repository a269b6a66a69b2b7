import {
  MAX_CLOCK_OFFSET_DAYS,
  MAX_CLOCK_OFFSET_SECONDS,
  MAX_RUN_CLOCKS,
  RUN_CLOCK_DAYS,
  SANDBOX_RUN_HEADER,
} from '@ndx/contracts';
import { IsInt, Max, Min } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { sandboxRunHeader } from '../shapes/sandbox-run-header.js';
import * as wire from '../shapes/wire.js';

class AdvanceClockDto {
  /** Seconds to add to the offset of the clock: one day is 86400. */
  // The bound is in days, because error texts mask numbers of nine digits as possible secrets.
  @Max(MAX_CLOCK_OFFSET_SECONDS, { message: `must be at most ${MAX_CLOCK_OFFSET_DAYS} days` })
  @Min(1)
  @IsInt()
  readonly advance_seconds!: number;
}

const SandboxClock = wire.record('SandboxClock', {
  /** How far the clock is ahead of the real time; 0 if it was not moved. */
  offset_seconds: wire.integer,
  /** Its time. */
  now: wire.timestamp,
});

const CLOCK = {
  path: '/v1/sandbox/clock',
  service: 'entity',
  sandboxOnly: true,
  answer: SandboxClock,
} as const;

const RUN = { [SANDBOX_RUN_HEADER]: sandboxRunHeader };
const NO_SANDBOX = ['not_a_sandbox'] as const;

export const readSandboxClock = declareOperation({
  ...CLOCK,
  id: 'readSandboxClock',
  permission: 'network:read',
  method: 'GET',
  summary: "Read the institution's clock in a sandbox",
  request: { headers: RUN },
  refusals: NO_SANDBOX,
  words: {
    offset_seconds: ['How far the clock is ahead of the real time; 0 if it was not moved.', 86_400],
    'SandboxClock.now': ['The time of the institution.', '2026-01-16T09:30:00.000Z'],
  },
});

export const advanceSandboxClock = declareOperation({
  ...CLOCK,
  id: 'advanceSandboxClock',
  permission: 'clock:write',
  method: 'POST',
  changesAccounts: true,
  summary: "Move the institution's clock forward in a sandbox",
  description:
    'Consents and attestations expire, and records grow too old, for the requests of this institution ' +
    'alone. Only comparisons use the moved clock: query events, histories and the audit log keep the ' +
    'real time, and a consent recorded meanwhile has `clock_offset_seconds` in its history. The responses of the institution have the header `X-Sandbox-Clock` until the clock is ' +
    'reset. Takes effect within five seconds, and at once on the gateway process that answers. With `X-Sandbox-Run`, the clock of that test run moves instead, and decides for the requests with the same header; ' +
    `an institution has at most ${MAX_RUN_CLOCKS} of them, and one that was not moved for ${RUN_CLOCK_DAYS} days is reset.`,
  request: { body: AdvanceClockDto, headers: RUN },
  refusals: [...NO_SANDBOX, 'invalid_value', 'limit_reached'],
  words: {
    advance_seconds: ['Seconds by which the clock moves forward; a day has 86400.', 86_400],
  },
});

export const resetSandboxClock = declareOperation({
  ...CLOCK,
  id: 'resetSandboxClock',
  permission: 'clock:write',
  method: 'DELETE',
  changesAccounts: true,
  summary: "Reset the institution's clock in a sandbox",
  description: 'Nothing that was stored changes. Takes effect like a move.',
  request: { headers: RUN },
  refusals: NO_SANDBOX,
});
