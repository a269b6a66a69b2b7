import { templateQueries } from '@ndx/api';
import { NETWORK_HEADER, PERMISSIBLE_PURPOSE_HEADER, type Principal } from '@ndx/contracts';
import { Asked, Caller, HandlesAsText, sendAnswer } from '@ndx/service';
import { Controller, Res, type Type } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { QueryTemplate } from '../use-cases/template/query-template.js';

/** Creates a controller for every template of the catalogue (contract 4.7). */
export const templateQueryControllers: readonly Type[] = templateQueries.map(controllerOf);

function controllerOf({ template, operation }: (typeof templateQueries)[number]): Type {
  @Controller()
  class TemplateQueryController {
    constructor(private readonly queryTemplate: QueryTemplate) {}

    @HandlesAsText(operation)
    async query(
      @Caller() principal: Principal,
      @Asked() { body, headers }: Asked<typeof operation>,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      const answer = await this.queryTemplate.query(principal, template, body, {
        networkId: headers[NETWORK_HEADER],
        purpose: headers[PERMISSIBLE_PURPOSE_HEADER],
      });
      await sendAnswer(reply, answer);
    }
  }
  return TemplateQueryController;
}
