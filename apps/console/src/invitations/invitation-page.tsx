import { Button, Center, Group, Stack } from '@mantine/core';
import type { InvitationOffer } from '@ndx/client';
import { useMutation } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useApi } from '../app/api.js';
import { useRead } from '../app/reads.js';
import { Failure, Loaded } from '../parts/loaded.js';
import { Page, TextLink } from '../parts/page.js';
import { Facts, Moment } from '../parts/values.js';
import { inWords } from '../parts/words.js';

/** What an invitation says to the person who opened its link and signed in (decision 0129). */
export function InvitationPage() {
  const { hash: secret } = useLocation();
  return (
    <Center component="main" mih="100vh" p="md">
      <Page title="Invitation" about="You are signed in at your identity provider.">
        <Stack gap="lg">
          <Offer secret={secret} />
          <TextLink to="/">I already have an account: open the console</TextLink>
        </Stack>
      </Page>
    </Center>
  );
}

function Offer({ secret }: { readonly secret: string }) {
  const { ndx } = useApi();
  const navigate = useNavigate();
  const offer = useRead('readInvitation', { body: { secret } }, { staleTime: 'static' });
  const acceptance = useMutation({
    mutationFn: () => ndx.acceptInvitation({ body: { secret } }),
    onSuccess: ({ data }) => navigate({ to: '/', search: { network: data.network_id } }),
  });
  return (
    <Loaded query={offer}>
      {(found) => (
        <Stack gap="lg">
          <Terms offer={found} />
          {acceptance.isError && <Failure error={acceptance.error} />}
          <Group>
            <Button loading={acceptance.isPending} onClick={() => acceptance.mutate()}>
              Accept the invitation
            </Button>
          </Group>
        </Stack>
      )}
    </Loaded>
  );
}

function Terms({ offer }: { readonly offer: InvitationOffer }) {
  const { sender_name: sender, institution_name: institution, network_name: network } = offer;
  const known = `${sender} invites you to act for ${institution} in ${network}.`;
  const founded = `${sender} invites you to register ${institution} in ${network}, with the organization of your token, and to act for it.`;
  return (
    <Stack>
      <p>{offer.is_new_institution ? founded : known}</p>
      <Facts
        cols={1}
        facts={[
          ['Roles of the institution', offer.roles.map((role) => inWords(role)).join(', ') || null],
          ['Your permissions', 'Your identity provider states them in your tokens'],
          ['The invitation expires', <Moment at={offer.expires_at} />],
        ]}
      />
    </Stack>
  );
}
