import { listSigningKeys, type AnswerOf } from '@ndx/api';
import { denied } from '@ndx/contracts';
import { Controller, Inject, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { PROOF_KEYS } from '../definition/tokens.js';
import { Handles } from '../http/handles.js';
import type { ProofKeys } from './signing-keys.js';

/** The public keys of the service, for the gateway. */
@Controller()
export class SigningKeysController {
  constructor(@Inject(PROOF_KEYS) private readonly keys: ProofKeys) {}

  @Handles(listSigningKeys)
  list(@Req() { caller }: FastifyRequest): AnswerOf<typeof listSigningKeys> {
    if (caller?.kind !== 'service' || caller.service !== 'gateway') {
      throw denied('internal_only', 'only the gateway reads the keys of a service');
    }
    return { keys: this.keys.history };
  }
}
