import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { Asked, Caller, Handles } from '@ndx/service';
import { Controller } from '@nestjs/common';
import type { CountedSection, RecordBounds } from '../domain/furnished-values.js';
import { CountFurnishedValues } from '../use-cases/records/count-furnished-values.js';

@Controller()
export class FurnishedValuesController {
  constructor(private readonly countFurnishedValues: CountFurnishedValues) {}

  @Handles(api.countFurnishedValues)
  async count(
    @Caller() principal: Principal,
    @Asked() { query }: Asked<typeof api.countFurnishedValues>,
  ) {
    const { network_id, product_id } = query;
    const counted = await this.countFurnishedValues.count(principal, network_id, product_id);
    return {
      network_id,
      product_id,
      counted_at: counted.countedAt.toISOString(),
      sections: counted.sections.map(shownSection),
    };
  }
}

function shownSection({ model, examined, isComplete, fields }: CountedSection) {
  return {
    model_name: model,
    examined: shownBounds(examined),
    is_complete: isComplete,
    fields: fields.map(({ field, values, other }) => ({
      field_name: field,
      values: values.map(({ value, records }) => ({ value, records: shownBounds(records) })),
      other: shownBounds(other),
    })),
  };
}

function shownBounds({ atLeast, fewerThan }: RecordBounds) {
  return { at_least: atLeast, fewer_than: fewerThan };
}
