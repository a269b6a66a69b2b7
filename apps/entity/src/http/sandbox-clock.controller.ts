import * as api from '@ndx/api';
import { ownTime, SANDBOX_RUN_HEADER, type Principal } from '@ndx/contracts';
import { Asked, Caller, Handles } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { MoveClock } from '../use-cases/move-clock.js';

@Controller()
export class SandboxClockController {
  constructor(private readonly moveClock: MoveClock) {}

  @Handles(api.readSandboxClock)
  async read(
    @Caller() principal: Principal,
    @Asked() { headers }: Asked<typeof api.readSandboxClock>,
  ) {
    return toClockRecord(await this.moveClock.read(principal, headers[SANDBOX_RUN_HEADER]));
  }

  @Handles(api.advanceSandboxClock)
  async advance(
    @Caller() principal: Principal,
    @Asked() { body, headers }: Asked<typeof api.advanceSandboxClock>,
  ) {
    const run = headers[SANDBOX_RUN_HEADER];
    return toClockRecord(await this.moveClock.advance(principal, run, body.advance_seconds));
  }

  @Handles(api.resetSandboxClock)
  async reset(
    @Caller() principal: Principal,
    @Asked() { headers }: Asked<typeof api.resetSandboxClock>,
  ) {
    await this.moveClock.reset(principal, headers[SANDBOX_RUN_HEADER]);
    return toClockRecord(0);
  }
}

function toClockRecord(offset: number): api.AnswerOf<typeof api.readSandboxClock> {
  const now = ownTime({ clock_offset_seconds: offset });
  return { offset_seconds: offset, now: now.toISOString() };
}
