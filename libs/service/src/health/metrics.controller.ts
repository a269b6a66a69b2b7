import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Registry } from 'prom-client';

/** The metrics of the process in the Prometheus format. */
@Controller('metrics')
export class MetricsController {
  constructor(@Inject(Registry) private readonly registry: Registry) {}

  @Get()
  async read(@Res() reply: FastifyReply): Promise<void> {
    await reply.type(this.registry.contentType).send(await this.registry.metrics());
  }
}
