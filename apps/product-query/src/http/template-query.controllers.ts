import {
  answerSchemaOf,
  queryInputSchemaOf,
  queryInputShape,
  TEMPLATES,
  type Template,
} from '@ndx/catalog';
import { NETWORK_HEADER, type Principal } from '@ndx/contracts';
import { networkFrom, validateObject, wire } from '@ndx/api';
import { Caller, Operation, sendAnswer } from '@ndx/service';
import { Body, Controller, Headers, Post, Res, type Type } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { QueryTemplate } from '../use-cases/query-template.js';
import { NO_RESULT } from './refusals.js';

/** A controller for every template of the catalogue (contract 4.7). */
export const templateQueryControllers: readonly Type[] = TEMPLATES.map(controllerOf);

function controllerOf(template: Template): Type {
  const shape = queryInputShape(template);

  @Controller()
  class TemplateQueryController {
    constructor(private readonly queryTemplate: QueryTemplate) {}

    @Post(template.query.path)
    @Operation({
      summary: `Query the template ${template.slug}`,
      description:
        'Reads the named network, or each in which the caller is a querier. Billable, with a result or without.',
      body: queryInputSchemaOf(template),
      headers: { [NETWORK_HEADER]: wire.uuid },
      answer: answerSchemaOf(template),
      noResult: NO_RESULT,
      refusals: {
        PERMISSION_DENIED:
          'the institution is a querier in no such network, or consents were recorded and none that is in force covers the template',
      },
    })
    async query(
      @Caller() principal: Principal,
      @Headers(NETWORK_HEADER) network: string | undefined,
      @Body() body: unknown,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      const request = validateObject('body', shape, body ?? {});
      const answer = await this.queryTemplate.run(
        principal,
        template,
        request,
        networkFrom(network),
      );
      await sendAnswer(reply, answer);
    }
  }
  return TemplateQueryController;
}
