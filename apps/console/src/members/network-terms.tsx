import { NativeSelect, TextInput } from '@mantine/core';
import type { Network, RecordsOfLeavers } from '@ndx/client';
import { useApi } from '../app/api.js';
import { FormButton } from '../parts/form-button.js';
import { BINDINGS, BINDING_WORDS } from '../parts/token-binding.js';
import { plural } from '../parts/words.js';

/** Whether queries use the records of an institution that left. */
const LEAVER_WORDS: Readonly<Record<RecordsOfLeavers, string>> = {
  exclude: 'Not used by queries',
  keep: 'Used by queries',
};

const LEAVER_RULES = Object.keys(LEAVER_WORDS) as RecordsOfLeavers[];

/** The deadlines of disputes, and the rules for institutions that leave and for clients, in words. */
export function termsInWords(network: Network): readonly (readonly [string, string])[] {
  const { dispute_acknowledge_days: acknowledge, dispute_decide_days: decide } = network;
  return [
    ['A dispute is acknowledged within', plural(acknowledge, 'business day')],
    ['A dispute is decided within', plural(decide, 'day')],
    ['Records of institutions that left', LEAVER_WORDS[network.records_of_leavers]],
    ['Tokens of registered clients', BINDING_WORDS[network.client_token_binding]],
  ];
}

/** Changes the deadlines of disputes, and the rules for institutions that leave and for clients. */
export function NetworkTermsButton({ network }: { readonly network: Network }) {
  const { ndx } = useApi();
  const { records_of_leavers: saved, client_token_binding: savedBinding } = network;
  const path = { network_id: network.network_id };
  return (
    <FormButton
      label="Change the terms"
      title="Terms of the network"
      submitLabel="Save"
      size="xs"
      variant="default"
      objectId={network.network_id}
      revision={network.revision}
      initial={{
        acknowledge: String(network.dispute_acknowledge_days),
        decide: String(network.dispute_decide_days),
        leavers: saved,
        binding: savedBinding,
      }}
      act={({ acknowledge, decide, leavers, binding }, expected) =>
        ndx.changeNetwork({
          path,
          body: {
            dispute_acknowledge_days: Number(acknowledge),
            dispute_decide_days: Number(decide),
            records_of_leavers: leavers,
            client_token_binding: binding,
            ...expected,
          },
        })
      }
    >
      {(input, { values, change }) => (
        <>
          <TextInput
            type="number"
            min={1}
            label="Days to acknowledge a dispute"
            description="From Monday to Friday (UTC). It applies to later disputes."
            {...input('acknowledge', 'dispute_acknowledge_days')}
          />
          <TextInput
            type="number"
            min={1}
            label="Days to decide a dispute"
            description="It applies to later disputes."
            {...input('decide', 'dispute_decide_days')}
          />
          <NativeSelect
            label="Records of institutions that left"
            description="Also of an institution that is no furnisher any more. It applies to queries that start after the change."
            value={values.leavers}
            data={LEAVER_RULES.map((value) => ({ value, label: LEAVER_WORDS[value] }))}
            onChange={({ currentTarget: { selectedIndex } }) =>
              change({ leavers: LEAVER_RULES[selectedIndex] ?? saved })
            }
          />
          <NativeSelect
            label="Tokens of registered clients"
            description="Tokens that are bound to a key are accepted with a proof of it only: DPoP or a client certificate. It applies within five seconds."
            value={values.binding}
            data={BINDINGS.map((value) => ({ value, label: BINDING_WORDS[value] }))}
            onChange={({ currentTarget: { selectedIndex } }) =>
              change({ binding: BINDINGS[selectedIndex] ?? savedBinding })
            }
          />
        </>
      )}
    </FormButton>
  );
}
