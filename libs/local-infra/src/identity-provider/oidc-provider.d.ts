/** The package's index, without its warning about Node versions that are not yet LTS. */
declare module 'oidc-provider/lib/provider.js' {
  export { Provider } from 'oidc-provider';
}
