import { furnishInputClass, TEMPLATES, type ShapeClass, type Template } from '@ndx/catalog';
import type { Principal } from '@ndx/contracts';
import { Caller, RequestShapeError, validateShape } from '@ndx/service-kit';
import { Body, Controller, Headers, HttpCode, Post, type Type } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { NETWORK_HEADER } from '../domain/furnishing-network.js';
import { FurnishTemplate } from '../use-cases/furnish-template.js';

/** A controller for every template of the catalogue that can be furnished (contract 4.7). */
export const templateFurnishControllers: readonly Type[] = TEMPLATES.flatMap((template) => {
  const shape = furnishInputClass(template);
  return template.furnish && shape ? [controllerOf(template, template.furnish.path, shape)] : [];
});

function controllerOf(template: Template, path: string, shape: ShapeClass): Type {
  @Controller()
  class TemplateFurnishController {
    constructor(private readonly furnishTemplate: FurnishTemplate) {}

    @Post(path)
    @HttpCode(200)
    async furnish(
      @Caller() principal: Principal,
      @Headers(NETWORK_HEADER) network: string | undefined,
      @Body() body: unknown,
    ) {
      const request = validateShape('body', shape, body ?? {});
      await this.furnishTemplate.run(principal, template, request, networkFrom(network));
      return { success: true };
    }
  }
  return TemplateFurnishController;
}

/** Ids are compared as text, so it is read as Postgres writes it. */
function networkFrom(header: string | undefined): string | undefined {
  if (header === undefined || isUUID(header)) return header?.toLowerCase();
  throw new RequestShapeError('header', [NETWORK_HEADER], 'must be a UUID');
}
