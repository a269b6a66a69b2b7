import {
  furnishInputSchemaOf,
  furnishInputShape,
  TEMPLATES,
  type ObjectShape,
  type Template,
} from '@ndx/catalog';
import { NETWORK_HEADER, type Principal } from '@ndx/contracts';
import { networkFrom, validateObject, wire } from '@ndx/api';
import { Caller, Operation } from '@ndx/service';
import { Body, Controller, Headers, HttpCode, Post, type Type } from '@nestjs/common';
import { FurnishTemplate } from '../use-cases/furnish-template.js';

/** The answer of every furnish endpoint (contract 4.7). */
const Furnished = wire.record('Furnished', { success: wire.flagThatIs(true) });

/** A controller for every template of the catalogue that can be furnished (contract 4.7). */
export const templateFurnishControllers: readonly Type[] = TEMPLATES.flatMap((template) => {
  const shape = furnishInputShape(template);
  return template.furnish && shape ? [controllerOf(template, template.furnish.path, shape)] : [];
});

function controllerOf(template: Template, path: string, shape: ObjectShape): Type {
  const body = furnishInputSchemaOf(template);

  @Controller()
  class TemplateFurnishController {
    constructor(private readonly furnishTemplate: FurnishTemplate) {}

    @Post(path)
    @HttpCode(200)
    @Operation({
      summary: `Furnish ${template.slug}`,
      ...(body && { body }),
      headers: {
        [NETWORK_HEADER]: {
          ...wire.uuid,
          description:
            'The network to furnish in; needed where the caller is a furnisher in several.',
        },
      },
      answer: Furnished,
      refusals: {
        VALIDATION_ERROR:
          'the network is not named, the subject cannot be identified, or a policy refuses the record',
        PERMISSION_DENIED:
          'the caller is no furnisher in the network, or the furnisher is another institution',
      },
    })
    async furnish(
      @Caller() principal: Principal,
      @Headers(NETWORK_HEADER) network: string | undefined,
      @Body() sent: unknown,
    ) {
      const request = validateObject('body', shape, sent ?? {});
      await this.furnishTemplate.run(principal, template, request, networkFrom(network));
      return { success: true };
    }
  }
  return TemplateFurnishController;
}
