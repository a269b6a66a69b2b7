import { newId } from '@ndx/contracts';
import { describe, expect, test } from '@jest/globals';
import { useAuditedService, happened } from '../testing/audited-service.js';
import { compareHeads, headsOf, missingChains } from './exported-checkpoints.js';

const COUNT = 5;

describe('the verification of an audit log against heads that were exported', () => {
  const service = useAuditedService();

  const firstFaultOf = async (chain: string) => (await service.verdictOf(chain))?.fault;
  const compared = async (chain: string, exported: ReturnType<typeof headsOf>) => {
    const verdicts = await service.verdicts();
    const verdict = verdicts.find((one) => one.chain === chain);
    const result = verdict
      ? await compareHeads(service.source, exported, verdict)
      : missingChains(exported, verdicts).find((one) => one.chain === chain);
    return result?.fault;
  };

  test('a chain with new entries is valid', async () => {
    const chain = await service.chainOf(COUNT);
    const exported = headsOf(await service.verdicts());
    await service.enter(happened([chain]));
    expect(await compared(chain, exported)).toBeUndefined();
  });

  test('a chain that was restored to an earlier state, including its head, is reported', async () => {
    const chain = await service.chainOf(COUNT);
    const restore = await service.snapshotOf(chain);
    await service.enter(happened([chain]), happened([chain]));
    const exported = headsOf(await service.verdicts());
    await restore();
    expect(await firstFaultOf(chain)).toBeUndefined();
    expect(await compared(chain, exported)).toMatchObject({ seq: COUNT + 1 });
    await service.enter(happened([chain]), happened([chain]));
    expect(await firstFaultOf(chain)).toBeUndefined();
    expect(await compared(chain, exported)).toMatchObject({ seq: COUNT + 2 });
  });

  test('a chain that lost its last entries continues with the loss recorded, and is valid again', async () => {
    const chain = await service.chainOf(COUNT);
    const restore = await service.snapshotOf(chain);
    await service.enter(happened([chain]), happened([chain]));
    const exported = headsOf(await service.verdicts());
    const lost = exported[chain] ?? { seq: 0, hash: '' };
    await restore();
    await service.enter(happened([chain]));
    expect(await compared(chain, exported)).toMatchObject({ seq: COUNT + 2 });

    await service.dataSource.transaction((manager) => service.log.recordGap(manager, chain, lost));
    await service.enter(happened([chain]));
    expect(await firstFaultOf(chain)).toBeUndefined();
    expect(await compared(chain, exported)).toBeUndefined();
    // The record covers that loss alone.
    const another = { ...exported, [chain]: { ...lost, hash: 'of another history' } };
    expect(await compared(chain, another)).toMatchObject({ seq: COUNT + 2 });
  });

  test('a chain that was lost as a whole continues with the loss recorded', async () => {
    const chain = newId();
    const lost = { seq: 3, hash: 'of its last entry' };
    await service.dataSource.transaction((manager) => service.log.recordGap(manager, chain, lost));
    expect(await compared(chain, { [chain]: lost })).toBeUndefined();
  });

  test('a removed chain is reported', async () => {
    const exported = { [newId()]: { seq: 3, hash: 'any' } };
    const [chain] = Object.keys(exported);
    expect(await compared(String(chain), exported)).toMatchObject({ seq: 1 });
  });
});
