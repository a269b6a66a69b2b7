import * as api from '@ndx/api';
import { ownTime, type Principal } from '@ndx/contracts';
import { Asked, Caller, Handles } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { MoveClock } from '../use-cases/move-clock.js';

@Controller()
export class SandboxClockController {
  constructor(private readonly moveClock: MoveClock) {}

  @Handles(api.readSandboxClock)
  async read(@Caller() principal: Principal) {
    return toClockRecord(await this.moveClock.read(principal));
  }

  @Handles(api.advanceSandboxClock)
  async advance(
    @Caller() principal: Principal,
    @Asked() { body }: Asked<typeof api.advanceSandboxClock>,
  ) {
    return toClockRecord(await this.moveClock.advance(principal, body.advance_seconds));
  }

  @Handles(api.resetSandboxClock)
  async reset(@Caller() principal: Principal) {
    await this.moveClock.reset(principal);
    return toClockRecord(0);
  }
}

function toClockRecord(offset: number): api.AnswerOf<typeof api.readSandboxClock> {
  const now = ownTime({ clock_offset_seconds: offset });
  return { offset_seconds: offset, now: now.toISOString() };
}
