import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { Failure } from '../parts/loaded.js';
import { saveFile } from '../parts/save-file.js';

/** Saves the signed file that proves the answer without the system. */
export function RelianceFile({ queryEventId }: { readonly queryEventId: string }) {
  const { ndx } = useApi();
  const save = useMutation({
    mutationFn: async () => {
      const { data } = await ndx.readRelianceFile({ path: { query_event_id: queryEventId } });
      saveFile(`reliance-${queryEventId}.zip`, 'application/zip', data);
    },
  });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        loading={save.isPending}
        onClick={() => {
          save.mutate();
        }}
      >
        Save reliance file
      </Button>
      {save.isError && <Failure error={save.error} />}
    </>
  );
}
