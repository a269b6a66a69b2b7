import * as api from '@ndx/api';
import { requireRole, type Principal } from '@ndx/contracts';
import { afterCursor, Asked, Caller, Handles, idPage, placeOf } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { Simulations } from '../storage/simulations.js';
import { CancelSimulation } from '../use-cases/simulation/cancel-simulation.js';
import { StartSimulation } from '../use-cases/simulation/start-simulation.js';
import { partOf, shownAnswer, shownHead, shownSimulation } from './simulation.js';

@Controller()
export class SimulationsController {
  constructor(
    private readonly simulations: Simulations,
    private readonly startSimulation: StartSimulation,
    private readonly cancelSimulation: CancelSimulation,
  ) {}

  @Handles(api.startSimulation)
  async start(
    @Caller() principal: Principal,
    @Asked() { body }: Asked<typeof api.startSimulation>,
  ) {
    const job = await this.startSimulation.start(principal, {
      policyId: body.policy_id,
      policyVersion: body.policy_version,
      isDefault: body.is_default,
      enforced: body.enforced,
      status: body.status,
      modelSelections: body.model_selections,
      consent: body.consent,
      permissiblePurposes: body.permissible_purposes,
      from: api.instantOf(body.from),
      to: body.to === undefined ? undefined : api.instantOf(body.to),
    });
    return shownSimulation(job);
  }

  @Handles(api.listSimulations)
  async list(
    @Caller() principal: Principal,
    @Asked() { query }: Asked<typeof api.listSimulations>,
  ) {
    const { network_id: networkId, limit } = query;
    const place = placeOf(query);
    requireRole(principal, networkId, 'governor');
    const found = await this.simulations.list(principal, networkId, place, limit);
    return idPage(found, { ...place, idOf: ({ simulationId }) => simulationId, show: shownHead });
  }

  @Handles(api.readSimulation)
  async read(@Caller() principal: Principal, @Asked() { path }: Asked<typeof api.readSimulation>) {
    return shownSimulation(await this.simulations.load(principal, path.simulation_id));
  }

  @Handles(api.listSimulatedQueries)
  async listQueries(
    @Caller() principal: Principal,
    @Asked() { path, query }: Asked<typeof api.listSimulatedQueries>,
  ) {
    const after = afterCursor(query.cursor);
    const job = await this.simulations.load(principal, path.simulation_id);
    const answers = await this.simulations.listAnswers(job, partOf(query), after, query.limit);
    const idOf = ({ event }: (typeof answers)[number]) => event.query_event_id;
    return idPage(answers, { after, idOf, show: shownAnswer });
  }

  @Handles(api.cancelSimulation)
  async cancel(
    @Caller() principal: Principal,
    @Asked() { path }: Asked<typeof api.cancelSimulation>,
  ) {
    return shownSimulation(await this.cancelSimulation.cancel(principal, path.simulation_id));
  }
}
