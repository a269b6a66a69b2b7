import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { sendAnswer, type Answer } from './answer.js';
import { REPLAYED_HEADER } from '@ndx/api';

/** Ends a request whose response is already stored. */
export class Replay extends Error {
  constructor(readonly answer: Answer) {
    super('the request was answered before');
  }
}

/** Sends the stored response: status, body and reference byte for byte. */
@Catch(Replay)
export class ReplayFilter implements ExceptionFilter<Replay> {
  async catch({ answer }: Replay, host: ArgumentsHost): Promise<void> {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    void reply.header(REPLAYED_HEADER, 'true');
    await sendAnswer(reply, answer);
  }
}
