import { readSigningKeys } from '@ndx/api';
import { HandlesAsText } from '@ndx/service';
import { Controller, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SigningKeyHistory } from './signing-key-history.js';

/** The public keys of the system, for anyone who verifies a signature. */
@Controller()
export class SigningKeysController {
  constructor(@Inject(SigningKeyHistory) private readonly history: SigningKeyHistory) {}

  @HandlesAsText(readSigningKeys)
  async read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const document = await this.history.read();
    document.answer(request, reply);
  }
}
