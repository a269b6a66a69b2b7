import { NativeSelect } from '@mantine/core';
import type { QueryingPolicyDraft } from '@ndx/client';
import { useNavigate } from '@tanstack/react-router';
import { useApi } from '../app/api.js';
import { FormButton } from '../parts/form-button.js';
import { RECENT_PERIOD_LABELS, startOf, type RecentPeriod } from '../parts/periods.js';
import { simulatedTermsOf } from '../policies/requirements.js';

const PERIOD_NAMES = Object.keys(RECENT_PERIOD_LABELS) as readonly RecentPeriod[];

/** Starts a simulation of a draft over the past queries of a period, and opens it. */
export function SimulateButton({ draft }: { readonly draft: QueryingPolicyDraft }) {
  const { ndx } = useApi();
  const navigate = useNavigate();
  const { policy_id: policyId } = draft;
  const start = async ({ period }: { readonly period: string }) => {
    const from = startOf(PERIOD_NAMES.find((name) => name === period) ?? '30d');
    const body = { policy_id: policyId, ...simulatedTermsOf(draft), from };
    const { data } = await ndx.startSimulation({ body });
    const { simulation_id: simulationId } = data;
    await navigate({
      to: '/policies/$policyId/simulations/$simulationId',
      params: { policyId, simulationId },
    });
  };
  return (
    <FormButton
      label="Simulate the draft"
      title="Simulate the draft over past queries"
      submitLabel="Start"
      size="xs"
      variant="default"
      objectId={policyId}
      initial={{ period: '30d' }}
      act={start}
    >
      {(input) => (
        <NativeSelect
          label="Queries of"
          description="The simulation changes no answer and is not billed. The network has one at a time."
          data={PERIOD_NAMES.map((value) => ({ value, label: RECENT_PERIOD_LABELS[value] }))}
          {...input('period')}
        />
      )}
    </FormButton>
  );
}
