import type { Type } from '@nestjs/common';
import { printVariables } from '@ndx/config';
import { configRulesOf, configSpecOf, definitionOf } from '../definition/service-definition.js';

/** `variables`: prints every variable of a service as JSON; needs none of them itself. */
export async function variablesCommand(service: Type): Promise<void> {
  const definition = definitionOf(service);
  process.stdout.write(
    printVariables(definition.name, configSpecOf(definition), configRulesOf(definition)),
  );
}
