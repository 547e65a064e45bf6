/** The part of oidc-provider (it brings no types) that the stand-in uses. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export interface Context {
    oidc: {
      session: { accountId: string };
      client: { clientId: string };
      result?: { consent?: { grantId: string } };
    };
  }
  export class Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }
  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Record<string, unknown>,
      options?: { mergeWithLastSubmission?: boolean },
    ): Promise<void>;
    Grant: new (grant: { accountId: string; clientId: string }) => Grant;
    proxy: boolean;
    on(event: string, listener: (...values: unknown[]) => void): void;
  }
}
