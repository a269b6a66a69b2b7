import { Button, Stack, Text } from '@mantine/core';
import type { Network } from '@ndx/client';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { DataTable, Empty } from '../parts/data-table.js';
import { Failure } from '../parts/loaded.js';
import { Panel, TextLink } from '../parts/page.js';
import { Id, NoValue } from '../parts/values.js';

/** The network whose operator has filled it with a business for each outcome (docs/sandbox.md). */
export const OUTCOMES_NETWORK = 'Sandbox outcomes';

/** The businesses that cause the outcomes of queries, and the institution's consents for them. */
export function SandboxOutcomes({ network }: { readonly network: Network }) {
  const { ndx } = useApi();
  const fill = useMutation({
    mutationFn: async () => {
      const { recordSandboxConsents, sandboxName } = await import('@ndx/client/sandbox');
      const consents = await recordSandboxConsents(ndx, network.network_id);
      return consents.map((one) => ({ ...one, name: sandboxName(one.outcome) }));
    },
  });
  return (
    <Panel
      title="Sandbox outcomes"
      actions={
        <Button size="xs" variant="default" loading={fill.isPending} onClick={() => fill.mutate()}>
          Record the consents
        </Button>
      }
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          The network {network.name} has a business for each outcome of a KYB query. The consents of
          your institution are recorded once and listed again later; query with their ids. Some
          outcomes need a policy or a furnisher in the query, too.
        </Text>
        {fill.isError && <Failure error={fill.error} />}
        {fill.isSuccess && (
          <DataTable
            label="Consents for each outcome"
            rows={fill.data}
            keyOf={({ outcome }) => outcome}
            minWidth={640}
            empty={<Empty title="No outcome" />}
            columns={[
              { header: 'Outcome', cell: ({ outcome }) => outcome },
              {
                header: 'Business',
                cell: ({ name, businessId }) => (
                  <TextLink
                    to="/subjects/$kind/$subjectId"
                    params={{ kind: 'business', subjectId: businessId }}
                    search={{ network: network.network_id }}
                  >
                    {name}
                  </TextLink>
                ),
              },
              {
                header: 'Consent',
                cell: ({ consentId }) =>
                  consentId === null ? (
                    <NoValue>none: send the business</NoValue>
                  ) : (
                    <Id value={consentId} />
                  ),
              },
              { header: 'Business id', cell: ({ businessId }) => <Id value={businessId} /> },
            ]}
          />
        )}
      </Stack>
    </Panel>
  );
}
