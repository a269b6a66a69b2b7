import { createAttestation } from '@ndx/api';
import { expect, test } from '@jest/globals';
import { Controller, type Type } from '@nestjs/common';
import { HandlesAsText } from '../http/handles.js';
import { assembleService } from './assemble-service.js';
import { Service } from '../definition/service-definition.js';

@Controller()
class OneController {
  @HandlesAsText(createAttestation)
  create() {
    return '';
  }
}

@Controller()
class AnotherController extends OneController {
  @HandlesAsText(createAttestation)
  createAgain() {
    return '';
  }
}

function serviceWith(http: readonly Type[]): Type {
  @Service({
    name: 'attestation',
    rows: [],
    migrations: [],
    audited: [],
    http,
    operations: [createAttestation],
    providers: [],
  })
  class AttestationModule {}
  return AttestationModule;
}

test.each([
  ['is missing', [], 'no handler for createAttestation'],
  ['is doubled', [OneController, AnotherController], '2 handlers for createAttestation'],
])('a service does not boot when a handler %s', async (_case, http, message) => {
  await expect(assembleService(serviceWith(http), {})).rejects.toThrow(message);
});
