import { Stack } from '@mantine/core';
import type { Network } from '@ndx/client';
import { useState } from 'react';
import { useNetwork } from '../layout/use-network.js';
import { Empty } from '../parts/data-table.js';
import { Loaded } from '../parts/loaded.js';
import { Page } from '../parts/page.js';
import { TourStepCard } from './tour-step-card.js';
import { tourSteps } from './tour-steps.js';
import { useProducts } from '../parts/use-products.js';

/** The five requests of the main job, with live calls. */
export function TourPage() {
  const network = useNetwork();
  const products = useProducts();
  return (
    <Page
      title="Guided tour"
      about="The main job in five requests. Send the requests for which your account has the permission. An account of the named institution sends the others."
    >
      <Loaded query={products}>
        {(list) => {
          const product = list.find(({ slug }) => slug === 'kyb_certificate');
          return network === undefined || product === undefined ? (
            <Empty title="The tour needs a network">
              A governor of a network admits your institution.
            </Empty>
          ) : (
            <Tour key={network.network_id} network={network} productId={product.id} />
          );
        }}
      </Loaded>
    </Page>
  );
}

function Tour({ network, productId }: { network: Network; productId: string }) {
  const [consentId, setConsentId] = useState<string>();
  const steps = tourSteps({ networkId: network.network_id, productId, consentId });
  const keep = (answer: unknown) => {
    if (typeof answer !== 'object' || answer === null || !('consent_id' in answer)) return;
    if (typeof answer.consent_id === 'string') setConsentId(answer.consent_id);
  };
  return (
    <Stack gap="lg">
      {steps.map((step, index) => (
        <TourStepCard
          key={`${step.operation} ${JSON.stringify(step.body)}`}
          number={index + 1}
          step={step}
          onAnswer={step.operation === 'recordBusinessConsent' ? keep : undefined}
        />
      ))}
    </Stack>
  );
}
