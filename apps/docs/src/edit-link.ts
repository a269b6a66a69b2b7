import type { DefaultTheme } from 'vitepress';

/**
 * A link on each page to its source, where the build has the address of the repository's editor, such
 * as `https://git.example/exchange/-/edit/main`; otherwise none, because a copy has no repository.
 * @throws when it is no address
 */
export function editLink(
  address: string | undefined,
): Pick<DefaultTheme.Config, 'editLink'> | undefined {
  if (address === undefined || address === '') return undefined;
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) {
    throw new Error('DOCS_EDIT_URL must be an address such as https://git.example/edit/main');
  }
  const pattern = `${address}${address.endsWith('/') ? '' : '/'}:path`;
  return { editLink: { pattern, text: 'Edit this page' } };
}
