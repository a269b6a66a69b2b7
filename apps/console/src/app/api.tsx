import { createContext, useContext } from 'react';
import type { NdxClient } from '@ndx/client';
import type { SignIn } from '../session/sign-in.js';

export interface Api {
  readonly ndx: NdxClient;
  readonly signIn: SignIn;
  /** The address of the gateway, for commands that the reader copies. */
  readonly gatewayUrl: string;
  /** The metrics dashboard of the deployment, if it is configured. */
  readonly dashboardUrl: string | undefined;
  /** The address of the log lines of a request, with `{request_id}`, if it is configured. */
  readonly logsUrl: string | undefined;
  /** The name and the logo of the deployment. */
  readonly name: string;
  readonly logoUrl: string | undefined;
}

const ApiContext = createContext<Api | undefined>(undefined);

export const ApiProvider = ApiContext.Provider;

export function useApi(): Api {
  const api = useContext(ApiContext);
  if (api === undefined) throw new Error('useApi is called outside ApiProvider');
  return api;
}
