import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Empty } from '../parts/data-table.js';
import { Page } from '../parts/page.js';

export function NotFound() {
  return (
    <Page title="Page not found">
      <Empty title="The console has no page at this address" art="not-found">
        <Button mt="sm" variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
          Home
        </Button>
      </Empty>
    </Page>
  );
}
