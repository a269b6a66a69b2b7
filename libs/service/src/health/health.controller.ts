import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Readiness } from './readiness.js';

/** Probes: live means that the process responds, ready that it can serve requests. */
@Controller('health')
export class HealthController {
  constructor(@Inject(Readiness) private readonly readiness: Readiness) {}

  @Get('live')
  live() {
    return { status: 'healthy' };
  }

  @Get('ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const problems = await this.readiness.problems();
    const warnings = await this.readiness.warnings();
    reply.status(problems.length === 0 ? 200 : 503);
    return {
      status: problems.length === 0 ? 'healthy' : 'unavailable',
      ...(problems.length > 0 && { problems }),
      ...(warnings.length > 0 && { warnings }),
    };
  }
}
