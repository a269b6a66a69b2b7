import type { Type } from '@nestjs/common';
import { BusServer } from '@ndx/messaging';
import { assembleService } from './assemble-service.js';

/** `redrive`: runs a service's parked events again, of one key or of all (design 4). */
export async function redriveCommand(
  service: Type,
  values: { readonly key?: string },
): Promise<void> {
  const assembled = await assembleService(service, process.env);
  try {
    const { deadLetters } = assembled.app.get(BusServer);
    const redriven = await deadLetters.redrive(values.key === undefined ? {} : { key: values.key });
    const left = await deadLetters.list();
    process.stdout.write(`${JSON.stringify({ ...redriven, left })}\n`);
  } finally {
    await assembled.close();
  }
}
