import { Code } from '@mantine/core';
import { Empty } from '../parts/data-table.js';
import { Page } from '../parts/page.js';
import type { View } from './views.js';

export function NotPermitted({ view: { label, permission } }: { readonly view: View }) {
  return (
    <Page title={label}>
      <Empty title="Your account may not open this page" art="sign-in">
        It needs the permission <Code>{permission}</Code>, which the identity provider of your
        institution grants.
      </Empty>
    </Page>
  );
}
