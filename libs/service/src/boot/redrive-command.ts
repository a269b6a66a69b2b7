import type { Type } from '@nestjs/common';
import { BusServer, ParkedOutbox } from '@ndx/messaging';
import { DataSource } from 'typeorm';
import { assembleService } from './assemble-service.js';

/**
 * `redrive`: runs a service's parked events again, of one key or of all (design 4), and unparks the
 * keys whose events the bus rejected.
 */
export async function redriveCommand(
  service: Type,
  values: { readonly key?: string },
): Promise<void> {
  const assembled = await assembleService(service, process.env);
  try {
    const { deadLetters } = assembled.app.get(BusServer);
    const redriven = await deadLetters.redrive(values.key === undefined ? {} : { key: values.key });
    const left = await deadLetters.list();
    const republished = await new ParkedOutbox(assembled.app.get(DataSource)).release(values.key);
    process.stdout.write(`${JSON.stringify({ ...redriven, left, republished })}\n`);
  } finally {
    await assembled.close();
  }
}
