import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { Asked, Caller, Handles } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { SetWitnesses } from '../use-cases/set-witnesses.js';

@Controller()
export class WitnessController {
  constructor(private readonly setWitnesses: SetWitnesses) {}

  @Handles(api.listWitnesses)
  async list(@Caller() principal: Principal, @Asked() { path }: Asked<typeof api.listWitnesses>) {
    return { witnesses: await this.setWitnesses.list(principal, path.network_id) };
  }

  @Handles(api.setWitnesses)
  async set(
    @Caller() principal: Principal,
    @Asked() { path, body }: Asked<typeof api.setWitnesses>,
  ) {
    const witnesses = body.witnesses.map(({ verifier_key, url }) => ({ verifier_key, url }));
    return { witnesses: await this.setWitnesses.set(principal, path.network_id, witnesses) };
  }
}
