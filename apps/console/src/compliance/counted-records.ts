import type { RecordUses } from '@ndx/client';

/** How often queries used or excluded a record. */
export interface CountedRecord {
  readonly recordId: string;
  readonly models: ReadonlySet<string>;
  readonly used: number;
  readonly excluded: number;
}

/** The records in some uses, most used first, then most excluded; each query counts once. */
export function countedRecords(uses: readonly RecordUses[]): readonly CountedRecord[] {
  const counted = new Map<string, CountedRecord>();
  for (const { records } of uses) {
    for (const [recordId, { isUsed, models }] of byRecord(records)) {
      const { used, excluded, ...known } = counted.get(recordId) ?? {
        ...{ recordId, models: new Set<string>(), used: 0, excluded: 0 },
      };
      counted.set(recordId, {
        recordId,
        models: new Set([...known.models, ...models]),
        used: used + Number(isUsed),
        excluded: excluded + Number(!isUsed),
      });
    }
  }
  return [...counted.values()].sort((a, b) => b.used - a.used || b.excluded - a.excluded);
}

/** A record that a section used is used, although another section excluded it. */
function byRecord(records: RecordUses['records']) {
  const found = new Map<string, { readonly isUsed: boolean; readonly models: readonly string[] }>();
  for (const { record_id: id, model_name: model, code } of records) {
    const { isUsed = false, models = [] } = found.get(id) ?? {};
    found.set(id, { isUsed: isUsed || code === 'chosen', models: [...models, model] });
  }
  return found;
}
