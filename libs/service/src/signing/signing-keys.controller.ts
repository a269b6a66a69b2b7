import { listSigningKeys, type AnswerOf } from '@ndx/api';
import { Controller, Inject } from '@nestjs/common';
import { PROOF_KEYS } from '../definition/tokens.js';
import { Handles } from '../http/handles.js';
import type { ProofKeys } from './signing-keys.js';

/** The public keys of the service, for the gateway. */
@Controller()
export class SigningKeysController {
  constructor(@Inject(PROOF_KEYS) private readonly keys: ProofKeys) {}

  @Handles(listSigningKeys)
  list(): AnswerOf<typeof listSigningKeys> {
    return { keys: this.keys.history };
  }
}
