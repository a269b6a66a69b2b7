import { templateFurnishes } from '@ndx/api';
import { NETWORK_HEADER, type Principal } from '@ndx/contracts';
import { Asked, Caller, Handles } from '@ndx/service';
import { Controller, type Type } from '@nestjs/common';
import { FurnishTemplate } from '../use-cases/furnish-template.js';

/** Creates a controller for every template that can be furnished (contract 4.7). */
export const templateFurnishControllers: readonly Type[] = templateFurnishes.map(controllerOf);

function controllerOf({ template, operation }: (typeof templateFurnishes)[number]): Type {
  @Controller()
  class TemplateFurnishController {
    constructor(private readonly furnishTemplate: FurnishTemplate) {}

    @Handles(operation)
    async furnish(
      @Caller() principal: Principal,
      @Asked() { body, query, headers }: Asked<typeof operation>,
    ) {
      const request = { body, namedNetwork: headers[NETWORK_HEADER] };
      if (query.dry_run) await this.furnishTemplate.check(principal, template, request);
      else await this.furnishTemplate.furnish(principal, template, request);
      return { success: true };
    }
  }
  return TemplateFurnishController;
}
