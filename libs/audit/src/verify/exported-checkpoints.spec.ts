import { newId } from '@ndx/contracts';
import { CompactRange } from '@ndx/proof';
import { describe, expect, test } from '@jest/globals';
import { happened, signerFor, useAuditedService } from '../testing/audited-service.js';
import {
  compareCheckpoint,
  checkpointsOf,
  exportedHead,
  missingLogs,
  type ExportedCheckpoints,
} from './exported-checkpoints.js';

const COUNT = 5;

describe('the verification of an audit log against checkpoints that were exported', () => {
  const service = useAuditedService();

  const firstFaultOf = async (network: string) => (await service.verdictOf(network))?.fault;
  const compared = async (network: string, exported: ExportedCheckpoints) => {
    const verdicts = await service.verdicts();
    const verdict = verdicts.find((one) => one.network === network);
    const result = verdict
      ? await compareCheckpoint(service.source, exported, verdict)
      : missingLogs(exported, verdicts).find((one) => one.network === network);
    return result?.fault;
  };

  const lostIn = (exported: ExportedCheckpoints, network: string) => {
    const lost = exportedHead(service.source, network, exported[network] ?? '');
    if (!lost) throw new Error('the log has no checkpoint');
    return lost;
  };

  test('a log with new entries is valid', async () => {
    const network = await service.logOf(COUNT);
    const exported = checkpointsOf(await service.verdicts());
    await service.enter(happened([network]));
    expect(await compared(network, exported)).toBeUndefined();
  });

  test('a log that was restored to an earlier state, including its head, is reported', async () => {
    const network = await service.logOf(COUNT);
    const restore = await service.snapshotOf(network);
    await service.enter(happened([network]), happened([network]));
    const exported = checkpointsOf(await service.verdicts());
    await restore();
    expect(await firstFaultOf(network)).toBeUndefined();
    expect(await compared(network, exported)).toMatchObject({ seq: COUNT + 1 });
    await service.enter(happened([network]), happened([network]));
    expect(await firstFaultOf(network)).toBeUndefined();
    expect(await compared(network, exported)).toMatchObject({ seq: COUNT + 2 });
  });

  test('a log that lost its last entries continues with the loss recorded, and is valid again', async () => {
    const network = await service.logOf(COUNT);
    const restore = await service.snapshotOf(network);
    await service.enter(happened([network]), happened([network]));
    const exported = checkpointsOf(await service.verdicts());
    const lost = lostIn(exported, network);
    await restore();
    await service.enter(happened([network]));
    expect(await compared(network, exported)).toMatchObject({ seq: COUNT + 2 });

    await service.dataSource.transaction((manager) =>
      service.log.recordGap(manager, network, lost),
    );
    await service.enter(happened([network]));
    expect(await firstFaultOf(network)).toBeUndefined();
    expect(await compared(network, exported)).toBeUndefined();
    // The record covers that loss alone.
    const another = { [network]: service.checkpointOfOthers(network, lost.size) };
    expect(await compared(network, another)).toMatchObject({ seq: COUNT + 2 });
  });

  test('a log that was lost as a whole continues with the loss recorded', async () => {
    const network = newId();
    const exported = { [network]: service.checkpointOfOthers(network, 3) };
    const lost = lostIn(exported, network);
    await service.dataSource.transaction((manager) =>
      service.log.recordGap(manager, network, lost),
    );
    expect(await compared(network, exported)).toBeUndefined();
  });

  test('a checkpoint that the service did not sign is not accepted', async () => {
    const network = await service.logOf(COUNT);
    const note = await service.checkpointOf(network);
    const reason = expect.stringContaining('not one that the service signed');
    const others = signerFor('entity').checkpoint(network, new CompactRange());
    for (const forged of ['', note.replace(`\n${COUNT}\n`, `\n${COUNT - 1}\n`), others]) {
      expect(await compared(network, { [network]: forged })).toMatchObject({ reason });
    }
    expect(await compared(network, { [network]: note })).toBeUndefined();
  });

  test('a removed log is reported', async () => {
    const network = newId();
    const exported = { [network]: 'any' };
    expect(await compared(network, exported)).toMatchObject({ seq: 1 });
  });
});
