// Written by `npm run openapi` from openapi.json. Do not edit.

export type paths = {
  "/openapi.json": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get this API description as JSON
     * @description Get this API description as JSON. Needs an access token, or a service account’s.
     */
    get: operations["getOpenApiJson"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/openapi.yaml": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get this API description as YAML
     * @description Get this API description as YAML. Needs an access token, or a service account’s.
     */
    get: operations["getOpenApiYaml"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/ws": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Upgrade to a WebSocket
     * @description Authenticate with `Authorization: Bearer` or with the subprotocols `bearer` and the token. Send `{"type":"message","agentId","message","surface"}`, `{"type":"cancel","runId"}`, `{"type":"resume","runId","lastSeq"}` or `{"type":"ping"}`; what comes back are the frames of `/agent/chat/stream`, `pong`, and an `error` without `runId` for a frame that was refused. Needs an access token.
     */
    get: operations["openWebSocket"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/health": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Is it well?
     * @description Is it well? Needs no credentials.
     */
    get: operations["getHealth"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/readiness": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Does it take requests?
     * @description Does it take requests? Needs no credentials.
     */
    get: operations["getReadiness"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/metrics": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Prometheus metrics
     * @description Prometheus metrics. Needs no credentials.
     */
    get: operations["getMetrics"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Where the console, the reference and the description are
     * @description A browser is led to the console. Needs no credentials.
     */
    get: operations["getEntrance"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/docs": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * This description as a page, to read and to try
     * @description The page asks for an account and reads `/openapi.json` with its token. Needs no credentials.
     */
    get: operations["getReference"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/diagnostics": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Run all diagnostics: twelve checks in six categories
     * @description Asks every configured model provider for a few tokens. The status is 200 even when checks fail. Needs an API key with the scope diagnostics.
     */
    get: operations["runDiagnostics"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/diagnostics/quick": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Check quickly whether the database, the model provider and WebSockets can be reached
     * @description Check quickly whether the database, the model provider and WebSockets can be reached. Needs an API key with the scope diagnostics.
     */
    get: operations["runQuickDiagnostics"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/diagnostics/history": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the last ten full reports of all nodes
     * @description List the last ten full reports of all nodes. Needs an API key with the scope diagnostics.
     */
    get: operations["listDiagnostics"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/auth/password": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Change your password
     * @description Ends every sign-in but that of `refreshToken`. Personal keys stay. Needs an access token.
     */
    put: operations["changePassword"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/auth/password/forgot": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask for a mail that lets you set a new password
     * @description Answers the same, in the same time, whether or not there is such an account. Needs no credentials.
     */
    post: operations["forgotPassword"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/auth/password/reset": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Set a new password with the token of a mail
     * @description The token works once, for 30 minutes. Every sign-in ends. Needs no credentials.
     */
    post: operations["resetPassword"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/auth/me": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Who you are
     * @description Who you are. Needs an access token.
     */
    get: operations["getMe"];
    put?: never;
    post?: never;
    /**
     * Erase your account and everything owned alone
     * @description Needs `currentPassword` where the account has a password. Needs an access token.
     */
    delete: operations["eraseMe"];
    options?: never;
    head?: never;
    /**
     * Change your name or your address
     * @description A new address needs `currentPassword`, and counts once the mail to it was answered (`POST /auth/email/verify`); until then it is `pendingEmail`. The old address is told. Needs an access token.
     */
    patch: operations["updateMe"];
    trace?: never;
  };
  "/auth/email/verify": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Confirm an address with the token of a mail
     * @description Confirm an address with the token of a mail. Needs no credentials.
     */
    post: operations["verifyEmail"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/auth/email/verification": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask again for the mail that confirms your address
     * @description The token of the mail before no longer holds. Needs an access token.
     */
    post: operations["askForVerification"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/auth/sessions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Where you are signed in
     * @description Where you are signed in. Needs an access token.
     */
    get: operations["listSignIns"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/auth/sessions/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * End one sign-in
     * @description Its refresh token no longer works; an access token holds until it expires. Needs an access token.
     */
    delete: operations["endSignIn"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/auth/sessions/end": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign out where this refresh token is from
     * @description Ends one sign-in; `POST /auth/logout` ends all. Needs no credentials.
     */
    post: operations["endSignInOf"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/auth/login/mfa": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Log in with the code of your second factor
     * @description After `POST /auth/login` or `POST /auth/token` answered 401 `mfa_required` with an `mfaToken`, which holds for five minutes and five wrong codes. Needs no credentials.
     */
    post: operations["loginWithCode"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/auth/mfa": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Your second factor
     * @description Your second factor. Needs an access token.
     */
    get: operations["getSecondFactor"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/auth/mfa/totp": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Get the secret of a second factor
     * @description It is asked for once it is confirmed with a first code. Needs an access token.
     */
    post: operations["beginTotp"];
    /**
     * Turn the second factor off
     * @description Needs `currentPassword` where the account has a password. Needs an access token.
     */
    delete: operations["removeTotp"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/auth/mfa/totp/confirm": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Turn the second factor on with a first code
     * @description Turn the second factor on with a first code. Needs an access token.
     */
    post: operations["confirmTotp"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/auth/register": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create an account
     * @description Create an account. Needs no credentials.
     */
    post: operations["register"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/auth/login": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Log in
     * @description Log in. Needs no credentials.
     */
    post: operations["login"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/auth/refresh": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Exchange a refresh token for a new pair
     * @description Exchange a refresh token for a new pair. Needs no credentials.
     */
    post: operations["refreshToken"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/auth/token": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Get an access token for scripts
     * @description Get an access token for scripts. Needs no credentials.
     */
    post: operations["createToken"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/auth/logout": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Revoke all of your refresh tokens
     * @description Revoke all of your refresh tokens. Needs an access token.
     */
    post: operations["logout"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/console/session": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Log in to the console
     * @description Log in to the console. Needs no credentials.
     */
    post: operations["openConsoleSession"];
    /**
     * Sign this browser out
     * @description Ends the sign-in of the cookie and forgets it; `POST /auth/logout` ends all. Needs no credentials.
     */
    delete: operations["closeConsoleSession"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/console/session/mfa": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Log in to the console with the code of your second factor
     * @description Log in to the console with the code of your second factor. Needs no credentials.
     */
    post: operations["openConsoleSessionWithCode"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/console/session/register": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create an account in the console
     * @description Create an account in the console. Needs no credentials.
     */
    post: operations["registerInConsole"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/console/session/refresh": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Get a new access token for the console
     * @description Takes the refresh token from the cookie and puts its successor there. Needs no credentials.
     */
    post: operations["refreshConsoleSession"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/console/session/password": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Change your password in the console
     * @description As `PUT /auth/password`; the sign-in of the cookie is the one that stays. Needs an access token.
     */
    put: operations["changePasswordInConsole"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/auth/oidc": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The identity providers that people can sign in by
     * @description The identity providers that people can sign in by. Needs no credentials.
     */
    get: operations["listIdentityProviders"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/auth/oidc/{id}/start": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Begin to sign in to the console by an identity provider
     * @description Begin to sign in to the console by an identity provider. Needs no credentials.
     */
    get: operations["startProviderSignIn"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/auth/oidc/{id}/callback": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Come back from an identity provider
     * @description Puts the refresh token into the cookie of the console. No token is in any address. Needs no credentials.
     */
    get: operations["finishProviderSignIn"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/auth/oidc/{id}/exchange": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Exchange an ID token for a pair
     * @description For an application that has signed its user in at the identity provider already. Needs no credentials.
     */
    post: operations["exchangeIdToken"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/auth/oidc/logout": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Where this browser signs out of the identity provider it came from
     * @description Forgets the cookie of the console’s sign-in by a provider. Ends no sign-in of the gateway. Needs no credentials.
     */
    post: operations["logoutOfProvider"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/admin/api-keys": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List API keys
     * @description List API keys. Needs an API key with the scope admin.
     */
    get: operations["listApiKeys"];
    put?: never;
    /**
     * Create an API key; it is shown once
     * @description Create an API key; it is shown once. Needs an API key with the scope admin.
     */
    post: operations["createApiKey"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/admin/api-keys/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Revoke an API key
     * @description Revoke an API key. Needs an API key with the scope admin.
     */
    delete: operations["deleteApiKey"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/admin/service-accounts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List service accounts
     * @description List service accounts. Needs an API key with the scope admin.
     */
    get: operations["listServiceAccounts"];
    put?: never;
    /**
     * Create a service account, good for the API description only
     * @description Create a service account, good for the API description only. Needs an API key with the scope admin.
     */
    post: operations["createServiceAccount"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/admin/service-accounts/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Revoke a service account
     * @description Revoke a service account. Needs an API key with the scope admin.
     */
    delete: operations["deleteServiceAccount"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/auth/keys": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Your personal keys in the workspace
     * @description Your personal keys in the workspace. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["listKeys"];
    put?: never;
    /**
     * Make a personal key for the workspace
     * @description A key acts in your name, in this workspace, and never with more rights than you have at that moment. Send it instead of an access token: `Authorization: Bearer agw_…` or `x-api-key: agw_…`. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["createKey"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/auth/keys/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One of your personal keys
     * @description One of your personal keys. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["getKey"];
    put?: never;
    post?: never;
    /**
     * Revoke a personal key
     * @description Revoke a personal key. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    delete: operations["revokeKey"];
    options?: never;
    head?: never;
    /**
     * Change a personal key
     * @description Change a personal key. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    patch: operations["updateKey"];
    trace?: never;
  };
  "/workspaces/{id}/keys": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the personal keys of all members of the workspace
     * @description List the personal keys of all members of the workspace. Needs an access token of a member of the workspace.
     */
    get: operations["listWorkspaceKeys"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/workspaces/{id}/keys/{keyId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Revoke a personal key of anyone in the workspace
     * @description Revoke a personal key of anyone in the workspace. Needs an access token of a member of the workspace.
     */
    delete: operations["revokeWorkspaceKey"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/workspaces/{id}/invitations": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Invitations that nobody has accepted yet
     * @description Invitations that nobody has accepted yet. Needs an access token of a member of the workspace.
     */
    get: operations["listInvitations"];
    put?: never;
    /**
     * Invite somebody by mail
     * @description The mail holds a token that works once, for 7 days, for an account with that address. An earlier invitation of the address ends. Needs an access token of a member of the workspace.
     */
    post: operations["createInvitation"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/workspaces/{id}/invitations/{invitationId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Withdraw an invitation
     * @description Withdraw an invitation. Needs an access token of a member of the workspace.
     */
    delete: operations["withdrawInvitation"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/auth/invitations/accept": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Join the workspace that you were invited to
     * @description Your account must have the address the invitation was sent to, which counts as verified from then on. Needs an access token.
     */
    post: operations["acceptInvitation"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/admin/health": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the health of this node and totals of all tenants
     * @description Get the health of this node and totals of all tenants. Needs an API key with the scope admin.
     */
    get: operations["getAdminHealth"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/admin/agents": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The agents of all workspaces, newest first
     * @description The agents of all workspaces, newest first. Needs an API key with the scope admin.
     */
    get: operations["listAllAgents"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/admin/usage/{uid}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the total usage of a user by model
     * @description Get the total usage of a user by model. Needs an API key with the scope admin.
     */
    get: operations["getUserUsage"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/admin/sessions/{uid}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The active sessions of a user, in every workspace
     * @description The active sessions of a user, in every workspace. Needs an API key with the scope admin.
     */
    get: operations["listUserSessions"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/admin/audit/{uid}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The last 50 audit records about or by a user, newest first
     * @description The last 50 audit records about or by a user, newest first. Needs an API key with the scope admin.
     */
    get: operations["getUserAudit"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/admin/jobs": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Background work whose last attempt failed, newest first
     * @description Background work whose last attempt failed, newest first. Needs an API key with the scope admin.
     */
    get: operations["listDeadJobs"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/admin/jobs/{id}/retry": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Give a dead job all its attempts again
     * @description Give a dead job all its attempts again. Needs an API key with the scope admin.
     */
    post: operations["retryDeadJob"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/admin/jobs/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete a dead job
     * @description Delete a dead job. Needs an API key with the scope admin.
     */
    delete: operations["dropDeadJob"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/admin/users": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * People with an account, newest first
     * @description People with an account, newest first. Needs an API key with the scope admin.
     */
    get: operations["listUsers"];
    put?: never;
    /**
     * Create an account, independent of REGISTRATION
     * @description Create an account, independent of REGISTRATION. Needs an API key with the scope admin.
     */
    post: operations["createUser"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/admin/users/{uid}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a person and their workspaces
     * @description Get a person and their workspaces. Needs an API key with the scope admin.
     */
    get: operations["getUser"];
    put?: never;
    post?: never;
    /**
     * Erase a person and every workspace that is theirs alone
     * @description Erase a person and every workspace that is theirs alone. Needs an API key with the scope admin.
     */
    delete: operations["eraseUser"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/admin/users/{uid}/disable": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Suspend a person: requests are refused, and runs, schedules and channels in their name stop
     * @description Suspend a person: requests are refused, and runs, schedules and channels in their name stop. Needs an API key with the scope admin.
     */
    post: operations["disableUser"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/admin/users/{uid}/enable": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * End the suspension of a person
     * @description End the suspension of a person. Needs an API key with the scope admin.
     */
    post: operations["enableUser"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/admin/users/{uid}/mfa": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove the second factor of a person who cannot use it any more
     * @description Ends every sign-in of the person, who is told by mail. Nothing happens if there is none. Needs an API key with the scope admin.
     */
    delete: operations["removeUserSecondFactor"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/admin/workspaces": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List all workspaces, newest first
     * @description List all workspaces, newest first. Needs an API key with the scope admin.
     */
    get: operations["listAllWorkspaces"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/admin/workspaces/{id}/disable": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Suspend a workspace: its runs stop, its schedules and webhooks wait
     * @description Suspend a workspace: its runs stop, its schedules and webhooks wait. Needs an API key with the scope admin.
     */
    post: operations["disableWorkspace"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/admin/workspaces/{id}/enable": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * End the suspension of a workspace
     * @description End the suspension of a workspace. Needs an API key with the scope admin.
     */
    post: operations["enableWorkspace"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/workspaces": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List your workspaces
     * @description List your workspaces. Needs an access token.
     */
    get: operations["listWorkspaces"];
    put?: never;
    /**
     * Create a workspace
     * @description Create a workspace. Needs an access token.
     */
    post: operations["createWorkspace"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/workspaces/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a workspace and its members
     * @description Get a workspace and its members. Needs an access token of a member of the workspace.
     */
    get: operations["getWorkspace"];
    put?: never;
    post?: never;
    /**
     * Erase a workspace and everything in it
     * @description The body repeats the name. What runs there ends, its keys and sockets with it; its members keep their accounts. A personal workspace goes with its account. Needs an access token of a member of the workspace.
     */
    delete: operations["eraseWorkspace"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/workspaces/{id}/settings": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Change name, default agent or budget
     * @description Change name, default agent or budget. Needs an access token of a member of the workspace.
     */
    put: operations["updateWorkspaceSettings"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/workspaces/{id}/restrictions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Set the providers and models that may be used
     * @description Set the providers and models that may be used. Needs an access token of a member of the workspace.
     */
    put: operations["updateWorkspaceRestrictions"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/workspaces/{id}/stats": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the usage of the last days
     * @description Get the usage of the last days. Needs an access token of a member of the workspace.
     */
    get: operations["getWorkspaceStatistics"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/workspaces/{id}/members": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Add a member or change a role
     * @description Add a member or change a role. Needs an access token of a member of the workspace.
     */
    post: operations["addMember"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/workspaces/{id}/members/accept": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Accept the role that you were offered
     * @description Accept the role that you were offered. Needs an access token of a member of the workspace.
     */
    post: operations["acceptRole"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/workspaces/{id}/members/{uid}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove a member, or leave
     * @description Remove a member, or leave. Needs an access token of a member of the workspace.
     */
    delete: operations["removeMember"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/workspaces/{id}/grants": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the grants of your agents
     * @description List the grants of your agents. Needs an access token of a member of the workspace.
     */
    get: operations["listGrants"];
    put?: never;
    /**
     * Grant an agent to another workspace
     * @description Grant an agent to another workspace. Needs an access token of a member of the workspace.
     */
    post: operations["createGrant"];
    /**
     * Revoke a grant, named in the body or in the query
     * @description Revoke a grant, named in the body or in the query. Needs an access token of a member of the workspace.
     */
    delete: operations["deleteGrant"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/workspaces/{id}/providers": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the connections to providers of models, and how they do
     * @description Owners and admins see addresses, failures and costs; others what choosing a model needs. Needs an access token of a member of the workspace.
     */
    get: operations["listProviders"];
    put?: never;
    /**
     * Add a connection to a provider of models
     * @description Add a connection to a provider of models. Needs an access token of a member of the workspace.
     */
    post: operations["createProvider"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/workspaces/{id}/providers/{providerId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a connection to a provider of models
     * @description Get a connection to a provider of models. Needs an access token of a member of the workspace.
     */
    get: operations["getProvider"];
    put?: never;
    post?: never;
    /**
     * Remove a connection to a provider of models
     * @description Remove a connection to a provider of models. Needs an access token of a member of the workspace.
     */
    delete: operations["deleteProvider"];
    options?: never;
    head?: never;
    /**
     * Change a connection to a provider of models
     * @description Change a connection to a provider of models. Needs an access token of a member of the workspace.
     */
    patch: operations["updateProvider"];
    trace?: never;
  };
  "/workspaces/{id}/providers/{providerId}/test": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Test a connection without paying for an answer
     * @description Asks for the list of models, and says in plain words what is wrong. Needs an access token of a member of the workspace.
     */
    post: operations["testProvider"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/workspaces/{id}/models": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the models that the workspace may use now, and what is known of them
     * @description List the models that the workspace may use now, and what is known of them. Needs an access token of a member of the workspace.
     */
    get: operations["listWorkspaceModels"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/agents": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List agents
     * @description List agents. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["listAgents"];
    put?: never;
    /**
     * Create an agent
     * @description Create an agent. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["createAgent"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/agents/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an agent
     * @description Get an agent. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["getAgent"];
    /**
     * Change any part of an agent
     * @description Change any part of an agent. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    put: operations["updateAgent"];
    post?: never;
    /**
     * Delete an agent
     * @description Delete an agent. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    delete: operations["deleteAgent"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/agents/{id}/capabilities": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the resolved capabilities of an agent
     * @description Get the resolved capabilities of an agent. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["getAgentCapabilities"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/agents/{id}/versions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the versions of an agent, newest first
     * @description Also a change of what it refers to is a version: a tool, an MCP server, its memory profile, an agent it passes work to. The last 50 are kept, and those that something acts under. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["listAgentVersions"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/agents/{id}/versions/{version}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a version of the agent with its configuration
     * @description Get a version of the agent with its configuration. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["getAgentVersion"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/onboarding/setup": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a workspace and its agents, all or nothing
     * @description Create a workspace and its agents, all or nothing. Needs an access token.
     */
    post: operations["setUp"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/costs": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the costs of the last days and the budget
     * @description Get the costs of the last days and the budget. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["getCosts"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/costs/breakdown": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get costs by day, agent, model, user or personal key
     * @description By user or key, a member sees what is their own. What was used without a key is under the key "" Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["getCostBreakdown"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/sessions/{id}/regenerate": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Answer a question again, or another question in its place
     * @description The earlier answer stays as a sibling. With `stream` the answer is server-sent events. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["regenerate"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/agent/chat": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a message and wait for the whole answer
     * @description Send a message and wait for the whole answer. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["chat"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/agent/chat/stream": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a message and stream the answer
     * @description Send a message and stream the answer. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["streamChat"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/agent/reset": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Close active sessions; the next message opens a new one
     * @description Close active sessions; the next message opens a new one. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["resetSessions"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/agent/presence": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Presence of your agents
     * @description Presence of your agents. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["getPresence"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/agent/health": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Health of the default model
     * @description Health of the default model. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["getAgentHealth"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/files": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List your files
     * @description Those that you uploaded. Files that came within messages are in the messages. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["listFiles"];
    put?: never;
    /**
     * Upload a file
     * @description Send one file as a form (multipart/form-data), or its bytes as the body with any other content type. The media type is read from the bytes. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["uploadFile"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/files/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get what is known of a file
     * @description Get what is known of a file. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["getFile"];
    put?: never;
    post?: never;
    /**
     * Delete a file
     * @description It leaves your list at once. Its bytes are deleted too, unless a conversation or a schedule holds it: then they go with the last one that does. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    delete: operations["deleteFile"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/files/{id}/content": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download a file
     * @description Answers parts too: send a Range header with one range of bytes. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["downloadFile"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/sessions/{id}/messages/{messageId}/feedback": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Rate an answer
     * @description Rate an answer. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    put: operations["rateMessage"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/feedback": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List ratings of answers: your own; for owners and admins, everybody’s
     * @description List ratings of answers: your own; for owners and admins, everybody’s. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["listFeedback"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/sessions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List your conversations
     * @description List your conversations. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["listSessions"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/sessions/search/messages": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Search all your messages
     * @description Search all your messages. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["searchMessages"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/sessions/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a conversation and its messages
     * @description Get a conversation and its messages. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["getSession"];
    put?: never;
    post?: never;
    /**
     * Delete a conversation for good
     * @description Delete a conversation for good. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    delete: operations["deleteSession"];
    options?: never;
    head?: never;
    /**
     * Change the title, the pin or the metadata of a conversation
     * @description Change the title, the pin or the metadata of a conversation. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    patch: operations["changeSession"];
    trace?: never;
  };
  "/sessions/{id}/fork": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Copy a conversation up to a message into a new session
     * @description Copy a conversation up to a message into a new session. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["forkSession"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/sessions/{id}/export": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export a conversation as Markdown or JSON
     * @description Export a conversation as Markdown or JSON. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["exportSession"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/sessions/{id}/messages/{messageId}/chosen": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Make an answer or a question the history again
     * @description Make an answer or a question the history again. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    put: operations["chooseMessage"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/sessions/{id}/handoff": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Hand the conversation to another agent
     * @description Hand the conversation to another agent. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["handOffSession"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/jobs": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List your runs, or with an API key those of a batch
     * @description List your runs, or with an API key those of a batch. Needs an access token, or an API key with the scope autonomous for what API keys have started.
     */
    get: operations["listJobs"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/jobs/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a run and its result
     * @description Get a run and its result. Needs an access token, or an API key with the scope autonomous for what API keys have started.
     */
    get: operations["getJob"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/jobs/{id}/stream": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Watch a run, from the beginning or from Last-Event-ID on
     * @description Watch a run, from the beginning or from Last-Event-ID on. Needs an access token, or an API key with the scope autonomous for what API keys have started.
     */
    get: operations["streamJob"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/jobs/{id}/cancel": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a run; its text so far is kept
     * @description Cancel a run; its text so far is kept. Needs an access token, or an API key with the scope autonomous for what API keys have started.
     */
    post: operations["cancelJob"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/autonomous/run": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Run an agent on behalf of a user
     * @description Run an agent on behalf of a user. Needs an API key with the scope autonomous.
     */
    post: operations["runAutonomously"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/autonomous/batch": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Run an agent once for each of many users
     * @description Run an agent once for each of many users. Needs an API key with the scope autonomous.
     */
    post: operations["runBatch"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/autonomous/batches/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the progress of a batch
     * @description Get the progress of a batch. Needs an API key with the scope autonomous.
     */
    get: operations["getBatch"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/swarms": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List your swarms
     * @description List your swarms. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["listSwarms"];
    put?: never;
    /**
     * Start a swarm: several agents that work in parallel
     * @description Start a swarm: several agents that work in parallel. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["createSwarm"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/swarms/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a swarm and the answers of its members
     * @description Get a swarm and the answers of its members. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["getSwarm"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/swarms/{id}/cancel": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a swarm; answers given so far are kept
     * @description Cancel a swarm; answers given so far are kept. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["cancelSwarm"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/traces": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the traces of your runs
     * @description List the traces of your runs. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["listTraces"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/traces/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The trace of a run
     * @description The trace of a run. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["getTrace"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/approvals": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List approval requests
     * @description List approval requests. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["listApprovals"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/approvals/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One approval request
     * @description One approval request. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["getApproval"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/approvals/{id}/resolve": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Approve or deny a request
     * @description Approve or deny a request. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["resolveApproval"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/tools": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List every tool the workspace can use, by name
     * @description Built-in tools, those of skills, your own, and those of MCP servers that answer. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["listTools"];
    put?: never;
    /**
     * Create a tool that calls an address over HTTP
     * @description Create a tool that calls an address over HTTP. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["createTool"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/tools/{name}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a tool by its name
     * @description Get a tool by its name. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["getTool"];
    put?: never;
    post?: never;
    /**
     * Delete a tool of your own
     * @description Delete a tool of your own. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    delete: operations["deleteTool"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/tools/{name}/invoke": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Run a tool as yourself, without an agent
     * @description What goes wrong inside the tool is a result with `isError`, not an error of the request. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["invokeTool"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/tools/mcp-servers": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the MCP servers of the workspace
     * @description List the MCP servers of the workspace. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["listMcpServers"];
    put?: never;
    /**
     * Add an MCP server; its tools appear as <name>.<tool>
     * @description It is asked for its tools at once. One that does not answer is stored with the reason. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["createMcpServer"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/tools/mcp-servers/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an MCP server and the result of its last check
     * @description Get an MCP server and the result of its last check. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["getMcpServer"];
    /**
     * Change an MCP server and ask it for its tools again
     * @description Change an MCP server and ask it for its tools again. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    put: operations["updateMcpServer"];
    post?: never;
    /**
     * Remove an MCP server and its tools
     * @description Remove an MCP server and its tools. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    delete: operations["deleteMcpServer"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/skills": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the skills an agent can have
     * @description List the skills an agent can have. Needs no credentials.
     */
    get: operations["listSkills"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/skills/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a skill with its tools and prompt text
     * @description Get a skill with its tools and prompt text. Needs no credentials.
     */
    get: operations["getSkill"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/skills/cache/stats": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Statistics of the cache of skills’ tools
     * @description Each node has its own cache: the statistics are those of the node that answers. Needs no credentials.
     */
    get: operations["getSkillCacheStatistics"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/skills/cache/clear": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Clear cached results of one tool or of all, on every node
     * @description Clear cached results of one tool or of all, on every node. Needs no credentials.
     */
    post: operations["clearSkillCache"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/webhooks": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the webhooks of the workspace, or for a member their own
     * @description List the webhooks of the workspace, or for a member their own. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["listWebhooks"];
    put?: never;
    /**
     * Have events sent to an address
     * @description The answer is the only one that shows the secret. What an owner or admin makes is told what happens in the workspace, what a member makes what their own runs cause. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["createWebhook"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/webhooks/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a webhook
     * @description Get a webhook. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["getWebhook"];
    /**
     * Change a webhook
     * @description One that is not enabled gets no new events; what was queued before still goes out. Who enables a webhook of the workspace whose maker has left, or is no longer an owner or admin, becomes its maker. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    put: operations["updateWebhook"];
    post?: never;
    /**
     * Delete a webhook; nothing more is sent to it, queued retries included
     * @description Delete a webhook; nothing more is sent to it, queued retries included. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    delete: operations["deleteWebhook"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/webhooks/{id}/secret/rotate": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make a new secret; for a day the previous one signs too
     * @description Make a new secret; for a day the previous one signs too. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["rotateWebhookSecret"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/webhooks/{id}/test": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send webhook.test once and return the result
     * @description Send webhook.test once and return the result. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["testWebhook"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/webhooks/{id}/deliveries": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the deliveries of a webhook
     * @description List the deliveries of a webhook. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["listDeliveries"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/webhooks/test-mode": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Whether test mode is on: the workspace’s, or for a member their own
     * @description Whether test mode is on: the workspace’s, or for a member their own. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["getWebhookTestMode"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/webhooks/test-mode/enable": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Enable test mode: deliveries are stored instead of sent
     * @description What is intercepted is final, retries that fall due included. A member’s test mode holds for their own webhooks. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["enableWebhookTestMode"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/webhooks/test-mode/disable": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send for real again
     * @description Send for real again. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["disableWebhookTestMode"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/webhooks/test-mode/log": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List deliveries that test mode intercepted
     * @description List deliveries that test mode intercepted. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["listInterceptedDispatches"];
    put?: never;
    post?: never;
    /**
     * Delete the log of test mode
     * @description Delete the log of test mode. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    delete: operations["clearInterceptedDispatches"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/webhooks/dead-letters": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Deliveries that failed to the last try
     * @description Deliveries that failed to the last try. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["listDeadLetters"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/webhooks/dead-letters/replay": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send dead letters again, or count them
     * @description Send dead letters again, or count them. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["replayDeadLetters"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/webhooks/deliveries/{id}/redeliver": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a delivery again, with the same id and a new round of retries
     * @description Send a delivery again, with the same id and a new round of retries. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["redeliver"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/webhook-inspector": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List attempts with requests and responses, newest first
     * @description List attempts with requests and responses, newest first. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["listDispatchRecords"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/webhook-inspector/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an attempt with its request and response
     * @description Get an attempt with its request and response. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["getDispatchRecord"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/webhooks/{id}/listen": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Copies of the deliveries of a webhook as server-sent events, from now or from Last-Event-ID on
     * @description For development: each delivery comes once (after Last-Event-ID those of the ten seconds before it come again, because they may have been stored later: know them by `deliveryId`), with its body as it is sent and headers signed now, whether it was sent, intercepted by test mode or failed. A copy is never an outcome: it changes nothing about the delivery. The stream ends when roles or test mode of the workspace change; listen again then. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["listenToWebhook"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/changelog": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the changes of this API, newest first
     * @description List the changes of this API, newest first. Needs an access token.
     */
    get: operations["listApiChanges"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/changelog/stream": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Changes of this API as server-sent events, from the beginning or from Last-Event-ID on
     * @description Changes of this API as server-sent events, from the beginning or from Last-Event-ID on. Needs an access token.
     */
    get: operations["streamApiChanges"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/heartbeat": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the heartbeats of the workspace
     * @description List the heartbeats of the workspace. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["listHeartbeats"];
    put?: never;
    /**
     * Create a heartbeat that watches a URL and starts an agent when it changes
     * @description It looks for the first time after its first interval, or at its first cron time. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["createHeartbeat"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/heartbeat/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a heartbeat
     * @description Get a heartbeat. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["getHeartbeat"];
    put?: never;
    post?: never;
    /**
     * Delete a heartbeat and its history; a run under way continues
     * @description Delete a heartbeat and its history; a run under way continues. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    delete: operations["deleteHeartbeat"];
    options?: never;
    head?: never;
    /**
     * Change a heartbeat, or switch it on or off
     * @description Change a heartbeat, or switch it on or off. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    patch: operations["updateHeartbeat"];
    trace?: never;
  };
  "/heartbeat/{id}/runs": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the firings of a heartbeat and their results
     * @description Kept for 30 days; firings that found nothing for 7. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["listHeartbeatRuns"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/heartbeat/{id}/run": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Run a heartbeat now, even if it is disabled
     * @description Answers when the URL has been fetched; a run of the agent is then under way, if there was news. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["runHeartbeat"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/heartbeat/{id}/accept": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Accept a version of its agent
     * @description Only the person it acts as may do this. From then on it acts under that version; the newest is `newerVersion`. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["acceptHeartbeatVersion"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/cron": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the cron schedules of the workspace
     * @description List the cron schedules of the workspace. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["listCronSchedules"];
    put?: never;
    /**
     * Create a cron schedule that sends a message to an agent
     * @description Create a cron schedule that sends a message to an agent. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["createCronSchedule"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/cron/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a cron schedule
     * @description Get a cron schedule. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["getCronSchedule"];
    /**
     * The same as PATCH
     * @description The same as PATCH. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    put: operations["putCronSchedule"];
    post?: never;
    /**
     * Delete a cron schedule and its history; a run under way continues
     * @description Delete a cron schedule and its history; a run under way continues. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    delete: operations["deleteCronSchedule"];
    options?: never;
    head?: never;
    /**
     * Change a cron schedule, or switch it on or off
     * @description Change a cron schedule, or switch it on or off. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    patch: operations["updateCronSchedule"];
    trace?: never;
  };
  "/cron/{id}/runs": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the firings of a cron schedule and their results
     * @description Kept for 30 days. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["listCronRuns"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/cron/{id}/run": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Fire a cron schedule now, even if it is disabled
     * @description Does not wait for the agent: `runId` is the job to watch. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["runCronSchedule"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/cron/{id}/accept": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Accept a version of its agent
     * @description Only the person it acts as may do this. From then on it acts under that version; the newest is `newerVersion`. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["acceptCronVersion"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/inference/models": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the models and agents of the workspace, in OpenAI’s format
     * @description List the models and agents of the workspace, in OpenAI’s format. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["listModels"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/inference/models/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a model or agent in OpenAI’s format
     * @description Get a model or agent in OpenAI’s format. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["getModel"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/inference/chat/completions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Chat completions of a model or an agent, in OpenAI’s format
     * @description With `stream` the answer is server-sent events of `chat.completion.chunk`, then `[DONE]`. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["createChatCompletion"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/inference/embeddings": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Embeddings of texts, in OpenAI’s format
     * @description Embeddings of texts, in OpenAI’s format. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["createEmbeddings"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/inference/responses": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A response of a model or an agent, in the format of OpenAI’s Responses
     * @description With `stream` the answer is server-sent events, from `response.created` to `response.completed`, then `[DONE]`. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["createResponse"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/inference/responses/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a stored response
     * @description Get a stored response. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["getResponse"];
    put?: never;
    post?: never;
    /**
     * Delete a stored response
     * @description Delete a stored response. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    delete: operations["deleteResponse"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/inference/messages": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * An answer of a model or an agent, in Anthropic’s format
     * @description With `stream` the answer is server-sent events, from `message_start` to `message_stop`. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["createMessage"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/inference/messages/count_tokens": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * How many tokens a request for a message has, in Anthropic’s format
     * @description An estimate: four characters to a token, and a rule for images and documents. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["countTokens"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/agent/ag-ui": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Run the default agent, or that of `forwardedProps.agentId`, for a client that speaks AG-UI
     * @description Run the default agent, or that of `forwardedProps.agentId`, for a client that speaks AG-UI. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["runAgUi"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/agent/ag-ui/{agentId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Run an agent for a client that speaks AG-UI
     * @description Run an agent for a client that speaks AG-UI. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["runAgUiAgent"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/.well-known/oauth-protected-resource": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Where the tokens for `/mcp` come from (RFC 9728)
     * @description Where the tokens for `/mcp` come from (RFC 9728) Needs no credentials.
     */
    get: operations["getProtectedResource"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/.well-known/oauth-protected-resource/mcp": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The same, at the address that RFC 9728 derives from `/mcp`
     * @description The same, at the address that RFC 9728 derives from `/mcp` Needs no credentials.
     */
    get: operations["getProtectedMcp"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/mcp": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * One message to the MCP server: agents, tools and skills for MCP clients
     * @description The Model Context Protocol over streamable HTTP, without state: requests are answered by server-sent events, notifications and answers by 202. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["postMcpMessage"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/agent/chat/ui": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a message or an answer of a page that uses the AI SDK, and stream the rest of the turn
     * @description Send a message or an answer of a page that uses the AI SDK, and stream the rest of the turn. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["chatUi"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/agent/chat/ui/{chatId}/stream": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Stream the turn of a page’s chat that is under way, from its beginning
     * @description Stream the turn of a page’s chat that is under way, from its beginning. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["resumeChatUi"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/a2a/{agentId}/.well-known/agent-card.json": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The card of an agent that is published by A2A
     * @description Open to everyone, for agents with `a2a: true`. Needs no credentials.
     */
    get: operations["getAgentCard"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/a2a/{agentId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * One request of an A2A client to an agent
     * @description A2A 1.0 over JSON-RPC: `SendMessage`, `SendStreamingMessage`, `GetTask`, `CancelTask`, `SubscribeToTask`. A task is a run, its context a session. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["postA2aRequest"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/channels": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the channels of the workspace
     * @description List the channels of the workspace. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["listChannels"];
    put?: never;
    /**
     * Create a channel that receives signed messages
     * @description The answer is the only one that shows the secret. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["createChannel"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/channels/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a channel
     * @description Get a channel. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["getChannel"];
    /**
     * Change a channel
     * @description Change a channel. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    put: operations["updateChannel"];
    post?: never;
    /**
     * Delete a channel with its senders, their sessions and their memory
     * @description Delete a channel with its senders, their sessions and their memory. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    delete: operations["deleteChannel"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/channels/{id}/accept": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Accept a version of its agent
     * @description By the owner of the channel or a manager. From then on that version answers. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["acceptChannelVersion"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/channels/{id}/inbound": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Receive a message for the agent of the channel
     * @description Needs no token but a signature by the channel’s secret. The same message again, within ten minutes, gets the answer of the first. Needs a valid signature instead of a token.
     */
    post: operations["receiveMessage"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/memory/search": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Search your memory; the closest in meaning comes first
     * @description Search your memory; the closest in meaning comes first. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["searchMemory"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/memory/entries": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the entries of one tier, newest first
     * @description List the entries of one tier, newest first. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["listMemoryEntries"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/memory/entries/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an entry
     * @description Get an entry. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["getMemoryEntry"];
    /**
     * Change the text of an entry
     * @description Its source is then you. To change a profile field, use `PUT /memory/profile`. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    put: operations["updateMemoryEntry"];
    post?: never;
    /**
     * Delete an entry of any tier
     * @description Delete an entry of any tier. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    delete: operations["deleteMemoryEntry"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/memory/export": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export your whole memory in this workspace
     * @description Export your whole memory in this workspace. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["exportMemory"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/memory": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete your whole memory in this workspace
     * @description Including vectors and indexes. Conversations are not deleted; see `DELETE /sessions/:id`. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    delete: operations["eraseMemory"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/memory/profile": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get your profile
     * @description Get your profile. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["getMemoryOfUser"];
    /**
     * Change fields of your profile
     * @description Omitted fields keep their values; `null` removes a field. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    put: operations["updateMemoryOfUser"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/memory/daily": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the entries of the last days
     * @description List the entries of the last days. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["listMemoryDays"];
    put?: never;
    /**
     * Add an entry to today
     * @description Add an entry to today. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["addMemoryOfToday"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/memory/daily/{date}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the entries of one day
     * @description List the entries of one day. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["getMemoryDay"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/memory/daily/{date}/{entryIndex}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete an entry of a day; the others keep their indexes
     * @description Delete an entry of a day; the others keep their indexes. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    delete: operations["deleteMemoryOfDay"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/memory/notes": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List your notes, newest first
     * @description List your notes, newest first. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["listNotes"];
    put?: never;
    /**
     * Add a note
     * @description Add a note. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["createNote"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/memory/notes/{index}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete a note; the others keep their indexes
     * @description Delete a note; the others keep their indexes. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    delete: operations["deleteNote"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/memory-profiles": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the memory policies of the workspace
     * @description List the memory policies of the workspace. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["listMemoryProfiles"];
    put?: never;
    /**
     * Create a memory policy that agents can be bound to
     * @description Create a memory policy that agents can be bound to. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["createMemoryProfile"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/memory-profiles/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a memory policy
     * @description Get a memory policy. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["getMemoryProfile"];
    /**
     * Change a memory policy; it applies from the next turn on
     * @description Change a memory policy; it applies from the next turn on. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    put: operations["updateMemoryProfile"];
    post?: never;
    /**
     * Delete a memory policy that no agent is bound to
     * @description If agents are bound to it, the answer is 409 with their `agentIds`. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    delete: operations["deleteMemoryProfile"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/memory/propagate": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Promote entries that proved useful or state a lasting fact
     * @description From daily entries to your profile or your notes. The gateway also does this every night. Text from outside is never promoted. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["propagateMemory"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/memory/propagations": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List promotions, newest first
     * @description List promotions, newest first. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["listPropagations"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/memory/propagations/{id}/revert": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Undo a promotion
     * @description Restores the state before the promotion. 409 when it was reverted already, or when the promoted entry was changed since. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["revertPropagation"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/knowledge": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the collections of documents
     * @description List the collections of documents. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["listCollections"];
    put?: never;
    /**
     * Create a collection of documents that agents can answer from
     * @description Create a collection of documents that agents can answer from. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["createCollection"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/knowledge/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a collection
     * @description Get a collection. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["getCollection"];
    put?: never;
    post?: never;
    /**
     * Delete a collection with its documents
     * @description If agents name it in `knowledge`, the answer is 409 with their `agentIds`. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    delete: operations["deleteCollection"];
    options?: never;
    head?: never;
    /**
     * Rename or describe a collection
     * @description Rename or describe a collection. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    patch: operations["updateCollection"];
    trace?: never;
  };
  "/knowledge/{id}/documents": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the documents of a collection, with their status
     * @description List the documents of a collection, with their status. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["listDocuments"];
    put?: never;
    /**
     * Add a document to a collection
     * @description A text (plain, Markdown, HTML or CSV), a file of yours (also PDF and DOCX), or an address, which is read again every so often. It is read in the background; ask for its `status`. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    post: operations["addDocument"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/knowledge/{id}/documents/{documentId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a document with its status and progress
     * @description Get a document with its status and progress. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["getDocument"];
    /**
     * Replace a document
     * @description Until the new text is ready, the earlier one is searched; from one moment to the next it is the new one. Omitted `metadata` stays. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    put: operations["replaceDocument"];
    post?: never;
    /**
     * Delete a document
     * @description It is not found from then on; its passages are deleted in the background. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    delete: operations["deleteDocument"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/knowledge/{id}/documents/{documentId}/text": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the text of a document that citations refer to
     * @description Get the text of a document that citations refer to. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["getDocumentText"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/knowledge/{id}/search": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Search the documents of a collection by words and meaning
     * @description Search the documents of a collection by words and meaning. Needs an access token; acts in the workspace that X-Workspace-ID names, or in the caller’s own.
     */
    get: operations["searchCollection"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
};
export type webhooks = Record<string, never>;
export type components = {
  schemas: {
    /** A2aMessage */
    A2aMessage: {
      /** @description The message, by its id. */
      messageId: string;
      /**
       * @description Always `ROLE_USER`.
       * @enum {string}
       */
      role: "ROLE_USER";
      /** @description What is said, in its parts. */
      parts: components["schemas"]["A2aPart"][];
      /** @description The conversation that goes on: a session of yours with this agent. */
      contextId?: string;
      /** @description Refused: a task takes one message. Send `contextId` alone. */
      taskId?: string;
      /** @description Refused unless it is empty. */
      referenceTaskIds?: string[];
      /** @description Not read. */
      extensions?: string[];
      /** @description Not read. */
      metadata?: {
        [key: string]: unknown;
      };
    };
    /** A2aParams */
    A2aParams: {
      /** @description What the agent is asked. */
      message?: components["schemas"]["A2aMessage"];
      /** @description How the task is to be answered. */
      configuration?: components["schemas"]["A2aSendConfiguration"];
      /** @description The task, of `GetTask`, `CancelTask` and `SubscribeToTask`. */
      id?: string;
      /** @description How many earlier messages of the task are sent back. */
      historyLength?: number;
      /** @description Refused unless it is empty: the key names the workspace. */
      tenant?: string;
      /** @description Not read. */
      metadata?: {
        [key: string]: unknown;
      };
    };
    /** A2aPart */
    A2aPart: {
      /** @description The text. */
      text?: string;
      /** @description Bytes in base64: an image or a document. */
      raw?: string;
      /** @description Of an image. The gateway fetches it. */
      url?: string;
      /** @description JSON, which the agent reads as text. */
      data?: unknown;
      /** @description What the file is called. */
      filename?: string;
      /** @description What kind of file it is, such as `image/png`. */
      mediaType?: string;
      /** @description Not read. */
      metadata?: {
        [key: string]: unknown;
      };
    };
    /**
     * A2aRequest
     * @description One request of A2A 1.0 over JSON-RPC.
     */
    A2aRequest: {
      /**
       * @description Always `2.0`.
       * @enum {string}
       */
      jsonrpc: "2.0";
      /** @description Its id. */
      id: string | number | null;
      /** @description What is asked for, by its name in the protocol. */
      method: string;
      /** @description What the method is given. */
      params?: components["schemas"]["A2aParams"];
    };
    /** A2aResponse */
    A2aResponse: {
      /**
       * @description Always `2.0`.
       * @enum {string}
       */
      jsonrpc: "2.0";
      /** @description The id of the request. */
      id: unknown;
      /** @description What was answered. */
      result?: {
        [key: string]: unknown;
      };
      /** @description What went wrong; null or absent if nothing did. */
      error?: {
        [key: string]: unknown;
      };
    };
    /** A2aSendConfiguration */
    A2aSendConfiguration: {
      /** @description Media types that the client can show. */
      acceptedOutputModes?: string[];
      /** @description Do not wait for the answer: ask `GetTask` for it. */
      returnImmediately?: boolean;
      /** @description How many earlier messages of the task are sent back. */
      historyLength?: number;
      /** @description Refused: webhooks tell of runs. */
      taskPushNotificationConfig?: unknown;
    };
    /** AcceptInvitation */
    AcceptInvitation: {
      /** @description What the mail’s link ends with. */
      token: string;
    };
    /** AcceptVersion */
    AcceptVersion: {
      /** @description Counts up with every change. */
      version: number;
    };
    /**
     * Accepted
     * @description If there is such an account, a mail is on its way.
     */
    Accepted: {
      /**
       * @description Always `accepted`.
       * @enum {string}
       */
      status: "accepted";
    };
    /**
     * AcceptedInvitation
     * @description The workspace, and your role in it now.
     */
    AcceptedInvitation: {
      /** @description The workspace that it belongs to. */
      workspaceId: string;
      /** @description Its name. */
      name: string;
      /**
       * @description What the person may do in the workspace.
       * @enum {string}
       */
      role: "owner" | "admin" | "member";
    };
    /**
     * AddDocument
     * @description One of `text`, `fileId` and `url`.
     */
    AddDocument: {
      /** @description The text. */
      text?: string;
      /** @description One of your own files. */
      fileId?: string;
      /** @description An address that the gateway may reach. It is read, and read again every `intervalSeconds`. */
      url?: string;
      /** @description With `url`: how often it is read again; a day if left out, never if null. */
      intervalSeconds?: number | null;
      /**
       * @description Of `text`. Without it, plain text or Markdown. The format of a file is read from the file.
       * @enum {string}
       */
      format?: "text" | "markdown" | "html" | "csv";
      /** @description Its title, for people. */
      title?: string;
      /** @description Your own names and texts. A search can be limited to documents that have them. */
      metadata?: {
        [key: string]: string;
      };
    };
    /**
     * AddMember
     * @description By email or by userId, as a member unless told. Someone who is in already gets the role, if one is named. An owner’s role is offered, and counts once the person has accepted it.
     */
    AddMember: {
      /** @description The address of a person. */
      email?: string;
      /** @description The person, by their id. */
      userId?: string;
      /**
       * @description What the person may do in the workspace.
       * @enum {string}
       */
      role?: "owner" | "admin" | "member";
    };
    /**
     * AdminAgent
     * @description Without its instructions, which are the tenant’s own.
     */
    AdminAgent: {
      /** @description Its id. */
      id: string;
      /** @description The workspace that it belongs to. */
      workspaceId: string;
      /** @description Its name. */
      name: string;
      /** @description The provider or connection that has the model. */
      provider: string | null;
      /** @description The model. */
      model: string | null;
      /** @description Counts up with every change. */
      version: number;
      /** @description How often it failed since it last succeeded. */
      consecutiveFailures: number;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updatedAt: string;
    };
    /** AdminAgentPage */
    AdminAgentPage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["AdminAgent"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /**
     * AdminHealth
     * @description Sums over all tenants; at most some seconds old.
     */
    AdminHealth: {
      /**
       * @description How far it is.
       * @enum {string}
       */
      status: "ok" | "degraded" | "down";
      /** @description The version of the gateway. */
      version: string;
      /** @description How long the process has been running, in seconds. */
      uptimeSeconds: number;
      /** @description What the process holds in memory, in bytes. */
      memory: {
        /** @description All memory of the process. */
        rss: number;
        /** @description What of the JavaScript heap is in use. */
        heapUsed: number;
        /** @description The size of the JavaScript heap. */
        heapTotal: number;
        /** @description Outside of the JavaScript heap. */
        external: number;
      };
      /** @description The database, and whether it answers. */
      database: {
        /**
         * @description Which database it is.
         * @enum {string}
         */
        engine: "sqlite" | "postgres";
        /**
         * @description How far it is.
         * @enum {string}
         */
        status: "ok" | "down";
      };
      /** @description Conversations of all workspaces. */
      sessions: {
        /** @description How many are open. */
        active: number;
        /** @description How many there are. */
        total: number;
      };
      /** @description Runs that have not ended. */
      runs: {
        /** @description Runs under way. */
        running: number;
        /** @description Runs that have not begun. */
        queued: number;
        /** @description Runs that wait for a person’s decision. */
        awaitingApproval: number;
      };
      /** @description How many people there are. */
      users: number;
      /** @description How many workspaces there are. */
      workspaces: number;
      /** @description How many agents there are. */
      agents: number;
    };
    /**
     * AdminSession
     * @description Without title and messages, which are the person’s own.
     */
    AdminSession: {
      /** @description Its id. */
      id: string;
      /** @description The workspace that it belongs to. */
      workspaceId: string;
      /** @description The person, by their id. */
      userId: string;
      /** @description The agent, by its id. */
      agentId: string;
      /** @description Where the conversation takes place; each has one open session for each person and agent. */
      surface: string;
      /**
       * @description Always `active`.
       * @enum {string}
       */
      status: "active";
      /** @description How many messages it has. */
      messageCount: number;
      /** @description The tokens that it took. */
      usage: {
        /** @description Tokens that the model was given, without those it had kept. */
        promptTokens: number;
        /** @description Tokens that the model wrote. */
        completionTokens: number;
      };
      /** @description What it cost, in US dollars. */
      costUsd: number;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updatedAt: string;
      /** @description When the last message was written. */
      lastMessageAt: string | null;
    };
    /** AdminSessionPage */
    AdminSessionPage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["AdminSession"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /**
     * AdminUsage
     * @description All that a person ever used, in every workspace.
     */
    AdminUsage: {
      /** @description The person, by their id. */
      userId: string;
      /** @description How many requests models were sent. */
      requests: number;
      /** @description Tokens that the model was given, without those it had kept. */
      promptTokens: number;
      /** @description Tokens that the model was given and had kept from before; they cost less. */
      cachedTokens: number;
      /** @description Tokens that the model wrote. */
      completionTokens: number;
      /** @description What it cost, in US dollars. */
      costUsd: number;
      /** @description Whether the price of every model in it is known. */
      priced: boolean;
      /** @description Requests whose tokens were estimated, because the provider reported none. */
      estimatedRequests: number;
      /** @description The same for each model. */
      byModel: {
        /** @description The model, as `connection/model`. */
        key: string;
        /** @description How many requests models were sent. */
        requests: number;
        /** @description Tokens that the model was given, without those it had kept. */
        promptTokens: number;
        /** @description Tokens that the model was given and had kept from before; they cost less. */
        cachedTokens: number;
        /** @description Tokens that the model wrote. */
        completionTokens: number;
        /** @description What it cost, in US dollars. */
        costUsd: number;
        /** @description Whether the price of every model in it is known. */
        priced: boolean;
        /** @description Requests whose tokens were estimated, because the provider reported none. */
        estimatedRequests: number;
      }[];
    };
    /** AdminUser */
    AdminUser: {
      /** @description Its id. */
      id: string;
      /** @description The address of a person. */
      email: string;
      /** @description The workspace that requests act in when they name none. */
      defaultWorkspaceId: string;
      /** @description Since when it is suspended; null when it is not. */
      disabledAt: string | null;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
    };
    /** AdminUserDetails */
    AdminUserDetails: {
      /** @description Its id. */
      id: string;
      /** @description The address of a person. */
      email: string;
      /** @description The workspace that requests act in when they name none. */
      defaultWorkspaceId: string;
      /** @description Since when it is suspended; null when it is not. */
      disabledAt: string | null;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /** @description The workspaces that they are members of, with their roles. */
      workspaces: {
        /** @description The workspace that it belongs to. */
        workspaceId: string;
        /**
         * @description What the person may do in the workspace.
         * @enum {string}
         */
        role: "owner" | "admin" | "member";
      }[];
    };
    /** AdminUserPage */
    AdminUserPage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["AdminUser"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /** AdminWorkspace */
    AdminWorkspace: {
      /** @description Its id. */
      id: string;
      /** @description Its name. */
      name: string;
      /** @description Whether it is somebody’s own workspace. */
      personal: boolean;
      /** @description How many people it has. */
      memberCount: number;
      /** @description Since when it is suspended; null when it is not. */
      disabledAt: string | null;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
    };
    /** AdminWorkspacePage */
    AdminWorkspacePage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["AdminWorkspace"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /** AgUiMessage */
    AgUiMessage: {
      /** @description Who says it. */
      role: string;
      /** @description A text, or a list of parts: `text`, `image`, `document`. */
      content?: unknown;
    } & {
      [key: string]: unknown;
    };
    /** Agent */
    Agent: {
      /** @description Its id. */
      id: string;
      /** @description The workspace that it belongs to. */
      workspaceId: string;
      /** @description Its name. */
      name: string;
      /** @description What it is for, in words. */
      description: string;
      /** @description What the model is told before every conversation. */
      systemPrompt: string;
      /** @description A connection or a pool; null: the gateway’s default. */
      provider: string | null;
      /** @description null: the provider’s default. `connection/model` names both in one word. */
      model: string | null;
      /** @description How freely the model chooses its words; null for its own way. */
      temperature: number | null;
      /** @description The longest answer, in tokens; null for no limit. */
      maxTokens: number | null;
      /** @description Model calls in one turn. */
      maxSteps: number;
      /** @description How long it may take, in milliseconds. */
      timeoutMs: number;
      /** @description Tools it may call. */
      tools: string[];
      /** @description Skills it has. */
      skills: string[];
      /** @description Tools that need a human’s word. */
      approvals: string[];
      /** @description What it may start by itself. */
      spawn: components["schemas"]["AgentSpawn"];
      /** @description The memory policy, by its id. */
      memoryProfileId: string | null;
      /** @description Anything of yours, up to 16 KiB. */
      metadata: {
        [key: string]: unknown;
      };
      /** @description What its answers look like; null: text. A request may name another. */
      responseFormat?: components["schemas"]["ResponseFormat"] | null;
      /** @description Collections of documents. For each message, passages are found in them and cited. */
      knowledge?: string[];
      /** @description `connection/model`, asked in this order if the model fails; null: the workspace’s. */
      fallbacks?: string[] | null;
      /** @description How long an answer is given again to the same person for the same request; 0 or null: never. */
      cacheSeconds?: number | null;
      /** @description Publishes it at `/a2a/<id>`: anyone may read its name and description there. */
      a2a?: boolean;
      /** @description null: as the model does by itself. */
      reasoning?: ("off" | "low" | "medium" | "high") | null;
      /** @description Counts up with every change. */
      version: number;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updatedAt: string;
    };
    /**
     * AgentCard
     * @description An agent as A2A describes it.
     */
    AgentCard: {
      /** @description Its name. */
      name: string;
      /** @description What it is for, in words. */
      description: string;
      /** @description Of the agent. */
      version: string;
      /** @description Where the agent is reached, the best first. */
      supportedInterfaces: {
        /** @description An address on the web. */
        url: string;
        /**
         * @description Always `JSONRPC`.
         * @enum {string}
         */
        protocolBinding: "JSONRPC";
        /**
         * @description Always `1.0`.
         * @enum {string}
         */
        protocolVersion: "1.0";
      }[];
      /** @description What the agent can do beyond single answers. */
      capabilities: {
        /** @description Whether it answers word by word. */
        streaming: boolean;
        /** @description Whether it reports by webhooks. */
        pushNotifications: boolean;
        /** @description Whether a longer card is given to clients that have signed in. */
        extendedAgentCard: boolean;
      };
      /** @description How a client proves who it is. */
      securitySchemes: {
        /** @description A token in the header `Authorization`. */
        bearer: {
          /** @description The scheme as HTTP knows it. */
          httpAuthSecurityScheme: {
            /**
             * @description Always `Bearer`.
             * @enum {string}
             */
            scheme: "Bearer";
            /** @description What it is for, in words. */
            description: string;
          };
        };
      };
      /** @description What a client must prove. */
      securityRequirements: {
        /** @description The schemes that are needed together. */
        schemes: {
          /** @description A token in the header `Authorization`. */
          bearer: {
            /** @description Scopes that are needed; none are. */
            list: string[];
          };
        };
      }[];
      /** @description Media types that the agent takes. */
      defaultInputModes: string[];
      /** @description Media types that the agent answers with. */
      defaultOutputModes: string[];
      /** @description The skills that may be used. */
      skills: {
        /** @description Its id. */
        id: string;
        /** @description Its name. */
        name: string;
        /** @description What it is for, in words. */
        description: string;
        /** @description Words to find it by. */
        tags: string[];
      }[];
    };
    /** AgentConfiguration */
    AgentConfiguration: {
      /** @description Its name. */
      name: string;
      /** @description What it is for, in words. */
      description: string;
      /** @description What the model is told before every conversation. */
      systemPrompt: string;
      /** @description A connection or a pool; null: the gateway’s default. */
      provider: string | null;
      /** @description null: the provider’s default. `connection/model` names both in one word. */
      model: string | null;
      /** @description How freely the model chooses its words; null for its own way. */
      temperature: number | null;
      /** @description The longest answer, in tokens; null for no limit. */
      maxTokens: number | null;
      /** @description Model calls in one turn. */
      maxSteps: number;
      /** @description How long it may take, in milliseconds. */
      timeoutMs: number;
      /** @description Tools it may call. */
      tools: string[];
      /** @description Skills it has. */
      skills: string[];
      /** @description Tools that need a human’s word. */
      approvals: string[];
      /** @description What it may start by itself. */
      spawn: components["schemas"]["AgentSpawn"];
      /** @description The memory policy, by its id. */
      memoryProfileId: string | null;
      /** @description Anything of yours, up to 16 KiB. */
      metadata: {
        [key: string]: unknown;
      };
      /** @description What its answers look like; null: text. A request may name another. */
      responseFormat?: components["schemas"]["ResponseFormat"] | null;
      /** @description Collections of documents. For each message, passages are found in them and cited. */
      knowledge?: string[];
      /** @description `connection/model`, asked in this order if the model fails; null: the workspace’s. */
      fallbacks?: string[] | null;
      /** @description How long an answer is given again to the same person for the same request; 0 or null: never. */
      cacheSeconds?: number | null;
      /** @description Publishes it at `/a2a/<id>`: anyone may read its name and description there. */
      a2a?: boolean;
      /** @description null: as the model does by itself. */
      reasoning?: ("off" | "low" | "medium" | "high") | null;
    };
    /** AgentDefinitions */
    AgentDefinitions: {
      /** @description The digest of each tool that is not the gateway’s own; null for one that was not there. */
      tools: {
        [key: string]: string | null;
      };
      /** @description The memory policy that held then. */
      memory: {
        /** @description The memory policy, by its id; null for the usual one. */
        profileId: string | null;
        /** @description The memory profile as it was. */
        policy: unknown;
      };
      /** @description The agents it may pass work to, directly or through others, and their versions. */
      agents: {
        [key: string]: number;
      };
    };
    /** AgentHealth */
    AgentHealth: {
      /**
       * @description How far it is.
       * @enum {string}
       */
      status: "ok" | "down";
      /** @description The provider or connection that has the model. */
      provider: string;
      /** @description The model. */
      model: string;
      /** @description How long the answer took, in milliseconds. */
      latencyMs: number;
    };
    /** AgentPage */
    AgentPage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["Agent"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /** AgentSpawn */
    AgentSpawn: {
      /** @description Whether it works now. Switched off, it stays as it is. */
      enabled: boolean;
      /** @description How many levels of agents may start one another. */
      maxDepth: number;
      /** @description How many agents it may start at the same time. */
      maxChildren: number;
      /** @description The agents that it may start, by their ids. */
      agents: string[];
      /** @description How many runs one message to it may set going in all, itself included. */
      maxRuns?: number;
      /** @description What those runs may cost together, in US dollars; null for no limit. */
      maxCostUsd?: number | null;
    };
    /** AgentVersion */
    AgentVersion: {
      /** @description Counts up with every change. */
      version: number;
      /** @description Over the configuration and what it refers to: tools, MCP servers, memory policy, agents it passes work to. */
      digest: string;
      /** @description What is different from the version before: fields by name, `tool:<name>`, `memory`, and `agent:<id>` for one it passes work to. */
      changes: string[];
      /** @description Null where nobody is known: an MCP server said something else, or the account is gone. */
      changedBy: string | null;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
    };
    /** AgentVersionDetails */
    AgentVersionDetails: {
      /** @description Counts up with every change. */
      version: number;
      /** @description Over the configuration and what it refers to: tools, MCP servers, memory policy, agents it passes work to. */
      digest: string;
      /** @description What is different from the version before: fields by name, `tool:<name>`, `memory`, and `agent:<id>` for one it passes work to. */
      changes: string[];
      /** @description Null where nobody is known: an MCP server said something else, or the account is gone. */
      changedBy: string | null;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /** @description The agent as it was in that version. */
      configuration: components["schemas"]["AgentConfiguration"];
      /** @description What the names in the agent stood for then: tools, skills and memory. */
      definitions: components["schemas"]["AgentDefinitions"];
    };
    /** AgentVersionPage */
    AgentVersionPage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["AgentVersion"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /** AnthropicBlock */
    AnthropicBlock: {
      /** @description `text`, `image`, `document`, `tool_result`; of an assistant `text`, `tool_use`, `thinking`, `redacted_thinking`. */
      type: string;
    } & {
      [key: string]: unknown;
    };
    /**
     * AnthropicError
     * @description An error as Anthropic writes it.
     */
    AnthropicError: {
      /**
       * @description Always `error`.
       * @enum {string}
       */
      type: "error";
      /** @description What went wrong; null or absent if nothing did. */
      error: {
        /** @description The kind of error, as the format of this door names it. */
        type: string;
        /** @description A text, for people or for the model. */
        message: string;
        /** @description The gateway’s own code of the error. */
        details: {
          /** @description The same codes as everywhere else. */
          error_code: string;
        } & {
          [key: string]: unknown;
        };
      };
      /** @description The request, as the operator finds it in the log. */
      request_id: string;
    };
    /** AnthropicMessage */
    AnthropicMessage: {
      /** @description Its id. */
      id: string;
      /**
       * @description Always `message`.
       * @enum {string}
       */
      type: "message";
      /**
       * @description Always `assistant`.
       * @enum {string}
       */
      role: "assistant";
      /** @description The model. */
      model: string;
      /** @description Its parts. */
      content: components["schemas"]["AnthropicBlock"][];
      /** @description Why the answer ended; null while it is written. */
      stop_reason: ("end_turn" | "max_tokens" | "tool_use" | "refusal") | null;
      /** @description Always null: the text that ended the answer is not reported. */
      stop_sequence: null;
      /** @description The tokens that it took. */
      usage: {
        /** @description Tokens that the model was given. */
        input_tokens: number;
        /** @description Tokens that the model wrote. */
        output_tokens: number;
        /** @description Tokens that the provider keeps for the next request. */
        cache_creation_input_tokens: number;
        /** @description Tokens that the provider had kept from before; they cost less. */
        cache_read_input_tokens: number;
        /** @description What the written tokens were for. */
        output_tokens_details?: {
          /** @description Tokens that the model thought with; they are counted as written. */
          thinking_tokens: number;
        };
      };
    };
    /** AnthropicMessageParam */
    AnthropicMessageParam: {
      /**
       * @description Who says it.
       * @enum {string}
       */
      role: "user" | "assistant" | "system";
      /** @description The text, or its parts. */
      content: string | components["schemas"]["AnthropicBlock"][];
    };
    /** AnthropicMessageRequest */
    AnthropicMessageRequest: {
      /** @description `provider/model`, or `agent:<agentId>` to talk to an agent. */
      model: string;
      /** @description The conversation, the oldest message first. */
      messages: components["schemas"]["AnthropicMessageParam"][];
      /** @description What the model is told before the conversation. */
      system?: (string | components["schemas"]["AnthropicBlock"][]) | null;
      /** @description The tools that may be used. */
      tools?: components["schemas"]["AnthropicTool"][] | null;
      /** @description Whether the model must call a tool, may, or must not. */
      tool_choice?: ({
        /**
         * @description Whether the model must call a tool, may, or must not.
         * @enum {string}
         */
        type: "auto" | "any" | "tool" | "none";
        /** @description Its name. */
        name?: string;
        /** @description Whether the model may ask for one tool at a time only. */
        disable_parallel_tool_use?: boolean | null;
      } & {
        [key: string]: unknown;
      }) | null;
      /** @description Whether the model reasons before it answers, and how much. */
      thinking?: ({
        /**
         * @description Whether the model reasons always, when it sees fit, or not.
         * @enum {string}
         */
        type: "enabled" | "adaptive" | "disabled";
        /** @description The most tokens that the model may think with. */
        budget_tokens?: number | null;
        /** @description Whether the model’s reasoning is sent with the answer. */
        display?: ("summarized" | "omitted") | null;
      } & {
        [key: string]: unknown;
      }) | null;
      /** @description How much the model reasons, and the format of its answer. */
      output_config?: ({
        /** @description How much the model reasons before it answers. */
        effort?: ("low" | "medium" | "high" | "xhigh" | "max") | null;
        /** @description The format that the answer must have. */
        format?: ({
          /**
           * @description Always `json_schema`.
           * @enum {string}
           */
          type: "json_schema";
          /** @description The format of the answer, as JSON Schema. */
          schema: {
            [key: string]: unknown;
          };
        } & {
          [key: string]: unknown;
        }) | null;
      } & {
        [key: string]: unknown;
      }) | null;
      /** @description Taken, and not used: the gateway marks by itself what a provider can keep. */
      cache_control?: {
        [key: string]: unknown;
      } | null;
      /** @description Not possible. */
      container?: unknown;
      /** @description Not possible. */
      context_management?: unknown;
      /** @description Not possible. */
      diagnostics?: unknown;
      /** @description Not possible. */
      inference_geo?: unknown;
      /** @description Not possible. */
      mcp_servers?: unknown;
      /** @description Not possible. */
      output_format?: unknown;
      /** @description Not possible. */
      speed?: unknown;
      /** @description Not possible. */
      top_k?: unknown;
      /** @description Not possible. */
      user_profile_id?: unknown;
      /** @description Not possible. */
      workspace_id?: unknown;
      /** @description The longest answer, in tokens. */
      max_tokens: number;
      /** @description Whether the answer is sent while it is written, as events. */
      stream?: boolean | null;
      /** @description Texts at which the answer ends. */
      stop_sequences?: string[] | null;
      /** @description How freely the model chooses its words; null for its own way. */
      temperature?: number | null;
      /** @description Only the likeliest words that together have this probability are chosen from. */
      top_p?: number | null;
      /** @description Anything of yours. */
      metadata?: {
        [key: string]: unknown;
      } | null;
      /** @description Not used. */
      service_tier?: string | null;
    };
    /** AnthropicTool */
    AnthropicTool: {
      /** @description Only `custom` is possible. */
      type?: string | null;
      /** @description Its name. */
      name: string;
      /** @description What it is for, in words. */
      description?: string | null;
      /** @description What the tool takes, as JSON Schema. */
      input_schema?: {
        [key: string]: unknown;
      };
      /** @description Whether what the model writes must fit the schema exactly. */
      strict?: boolean | null;
    } & {
      [key: string]: unknown;
    };
    /** ApiChange */
    ApiChange: {
      /** @description Its id. */
      id: string;
      /**
       * Format: date-time
       * @description When it happened.
       */
      at: string;
      /**
       * @description What kind it is.
       * @enum {string}
       */
      type: "api.added" | "api.changed" | "api.deprecated" | "api.removed";
      /** @description Its title, for people. */
      title: string;
      /** @description What it is for, in words. */
      description: string;
      /** @description The paths that the change is about. */
      endpoints: string[];
      /**
       * Format: date-time
       * @description When what is deprecated stops to be served.
       */
      sunsetAt?: string;
    };
    /** ApiChangePage */
    ApiChangePage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["ApiChange"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /** ApiKey */
    ApiKey: {
      /** @description Its id. */
      id: string;
      /** @description Its name. */
      name: string;
      /** @description How the key begins, to tell keys apart. */
      prefix: string;
      /** @description What the key may do; null for everything that its owner may. */
      scopes: ("admin" | "diagnostics" | "autonomous")[];
      /** @description When it ends. */
      expiresAt: string | null;
      /** @description When it was last used; null if never. */
      lastUsedAt: string | null;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
    };
    /** ApiKeyPage */
    ApiKeyPage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["ApiKey"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /** Approval */
    Approval: {
      /** @description Its id. */
      id: string;
      /** @description The run, by its id; a run is one answer to one message. */
      runId: string;
      /** @description The conversation, by its id. */
      sessionId: string;
      /** @description The agent, by its id. */
      agentId: string;
      /** @description The user of the run. */
      userId: string;
      /** @description The name of a tool. */
      tool: string;
      /** @description The exact parameters of the tool call. */
      params: unknown;
      /**
       * @description How far it is.
       * @enum {string}
       */
      status: "pending" | "approved" | "denied" | "expired";
      /** @description Why, in words. */
      reason: string | null;
      /** @description Who decided it, by their id; null until then. */
      resolvedBy: string | null;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it ends.
       */
      expiresAt: string;
      /** @description When it was decided; null until then. */
      resolvedAt: string | null;
    };
    /** ApprovalPage */
    ApprovalPage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["Approval"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /**
     * ApprovalRequiredFrame
     * @description The run waits for somebody to allow a tool.
     */
    ApprovalRequiredFrame: {
      /**
       * @description Always `approval_required`.
       * @enum {string}
       */
      type: "approval_required";
      /** @description The run, by its id; a run is one answer to one message. */
      runId: string;
      /** @description The conversation, by its id. */
      sessionId: string;
      /** @description The agent, by its id. */
      agentId: string;
      /** @description Increases, not always by one. A stream resumes after it. */
      seq: number;
      /** @description The request, as the operator finds it in the log. */
      requestId: string;
      /** @description The name of a tool. */
      tool: string;
      /** @description What the tool is given. */
      params: unknown;
      /**
       * Format: date-time
       * @description When it ends.
       */
      expiresAt: string;
    };
    /**
     * ApprovalResolvedFrame
     * @description The run goes on.
     */
    ApprovalResolvedFrame: {
      /**
       * @description Always `approval_resolved`.
       * @enum {string}
       */
      type: "approval_resolved";
      /** @description The run, by its id; a run is one answer to one message. */
      runId: string;
      /** @description The conversation, by its id. */
      sessionId: string;
      /** @description The agent, by its id. */
      agentId: string;
      /** @description Increases, not always by one. A stream resumes after it. */
      seq: number;
      /** @description The request, as the operator finds it in the log. */
      requestId: string;
      /**
       * @description What the person decided.
       * @enum {string}
       */
      decision: "approve" | "deny";
    };
    /** AuditRecord */
    AuditRecord: {
      /** @description Its id. */
      id: string;
      /**
       * Format: date-time
       * @description When it happened.
       */
      at: string;
      /** @description Who did it, by their id; null for the gateway itself. */
      actor: string | null;
      /** @description What was done, such as `auth.login`. */
      action: string;
      /** @description What it was done to; null if there is no such thing. */
      target: string | null;
      /**
       * @description Whether it was allowed and done.
       * @enum {string}
       */
      outcome: "success" | "failure";
      /** @description The network address that it came from; null if there is none. */
      ip: string | null;
      /** @description The request, as the operator finds it in the log. */
      requestId: string | null;
      /** @description Secrets are not in it. */
      detail: {
        [key: string]: unknown;
      } | null;
    };
    /** AuditRecords */
    AuditRecords: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["AuditRecord"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /** AutonomousBatch */
    AutonomousBatch: {
      /** @description The agent, by its id. */
      agentId: string;
      /** @description Each gets one run, however often named. */
      userIds: string[];
      /** @description A text, or a list of parts: texts, images and files. */
      message: string | (components["schemas"]["TextInput"] | components["schemas"]["ImageInput"] | components["schemas"]["FileInput"])[];
      /** @description Where the conversation takes place; each has one open session for each person and agent. */
      surface?: string;
      /** @description Anything of yours. */
      metadata?: {
        [key: string]: unknown;
      };
      responseFormat?: components["schemas"]["ResponseFormat"];
      /**
       * @description How much the model reasons before it answers; a model that cannot do so answers all the same.
       * @enum {string}
       */
      reasoning?: "off" | "low" | "medium" | "high";
      /**
       * @description Over all nodes.
       * @default 20
       */
      maxConcurrency?: number;
    };
    /** AutonomousRun */
    AutonomousRun: {
      /** @description The agent, by its id. */
      agentId: string;
      /** @description The person, by their id. */
      userId: string;
      /** @description A text, or a list of parts: texts, images and files. */
      message: string | (components["schemas"]["TextInput"] | components["schemas"]["ImageInput"] | components["schemas"]["FileInput"])[];
      /** @description The conversation, by its id. */
      sessionId?: string;
      /** @description Where the conversation takes place; each has one open session for each person and agent. */
      surface?: string;
      /** @description Anything of yours. */
      metadata?: {
        [key: string]: unknown;
      };
      responseFormat?: components["schemas"]["ResponseFormat"];
      /**
       * @description How much the model reasons before it answers; a model that cannot do so answers all the same.
       * @enum {string}
       */
      reasoning?: "off" | "low" | "medium" | "high";
      /** @description Answer at once with the run’s id; it is begun when there is room. */
      async?: boolean;
    };
    /** AwaitingApproval */
    AwaitingApproval: {
      /** @description The run, by its id; a run is one answer to one message. */
      runId: string;
      /** @description The conversation, by its id. */
      sessionId: string;
      /**
       * @description Always `awaiting_approval`.
       * @enum {string}
       */
      status: "awaiting_approval";
      /** @description The call that waits for a decision; null or absent if none does. */
      approval: components["schemas"]["PendingApproval"];
    };
    /** BatchProgress */
    BatchProgress: {
      /** @description Its id. */
      id: string;
      /** @description The agent, by its id. */
      agentId: string;
      /** @description The workspace that it belongs to. */
      workspaceId: string;
      /**
       * @description How far it is.
       * @enum {string}
       */
      status: "running" | "completed";
      /** @description How many are worked on at the same time. */
      maxConcurrency: number;
      /** @description How many people it asks. */
      userCount: number;
      /** @description How many of them are how far. */
      counts: {
        /** @description Runs that have not begun. */
        queued: number;
        /** @description Runs under way. */
        running: number;
        /** @description Runs that wait for a person’s decision. */
        awaiting_approval: number;
        /** @description Runs that have answered. */
        completed: number;
        /** @description Runs that ended with an error. */
        failed: number;
        /** @description Runs that were stopped. */
        cancelled: number;
        /** @description People for whom no run was started. */
        refused: number;
      };
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
    };
    /** BatchStarted */
    BatchStarted: {
      /** @description The batch, by its id. */
      batchId: string;
      /** @description One for each person: the run, or why there is none. */
      runs: (components["schemas"]["UserRun"] | components["schemas"]["RefusedUser"])[];
    };
    /** BearerToken */
    BearerToken: {
      /** @description Sent as `Authorization: Bearer …`. */
      token: string;
      /** @description Sent as `Authorization: Bearer …`; it lives 15 minutes. */
      accessToken: string;
      /**
       * @description Always `Bearer`.
       * @enum {string}
       */
      tokenType: "Bearer";
      /** @description Seconds. */
      expiresIn: number;
    };
    /**
     * Budget
     * @description The budget that holds.
     */
    Budget: {
      /** @description Exact to the nano-dollar below eight million dollars. */
      monthlyUsd: number;
      /** @description Exact to the nano-dollar below eight million dollars. */
      spentUsd: number;
      /** @description For what is under way. */
      reservedUsd: number;
      /**
       * Format: date-time
       * @description When the count begins again.
       */
      resetsAt: string;
      /**
       * @description The operator may give one to workspaces that have none, and a ceiling to all.
       * @enum {string}
       */
      setBy: "workspace" | "operator";
    };
    /** Capabilities */
    Capabilities: {
      /** @description The tools that may be used. */
      tools: {
        /** @description Its name. */
        name: string;
        /** @description What it is for, in words. */
        description: string;
        /** @description Where the tool comes from: built in, a skill, HTTP or an MCP server. */
        source: string;
        /** @description JSON Schema. */
        parameters: {
          [key: string]: unknown;
        };
        /** @description Whether a person is asked before each call. */
        requiresApproval: boolean;
      }[];
      /** @description The skills that may be used. */
      skills: {
        /** @description Its id. */
        id: string;
        /** @description Its name. */
        name: string;
        /** @description How many tools it has. */
        toolCount: number;
      }[];
      /** @description What it may start by itself. */
      spawn: components["schemas"]["AgentSpawn"];
      /** @description The model. */
      model: {
        /** @description The provider or connection that has the model. */
        provider: string;
        /** @description The model. */
        model: string;
        /** @description How freely the model chooses its words; null for its own way. */
        temperature: number | null;
        /** @description The longest answer, in tokens; null for no limit. */
        maxTokens: number | null;
        /** @description How many tokens the model can read; null if unknown. */
        contextWindow: number | null;
        /** @description Whether the workspace may use it. */
        allowed: boolean;
        /** @description Why it is not allowed. */
        reason?: string;
      };
    };
    /** Channel */
    Channel: {
      /** @description Its id. */
      id: string;
      /** @description The workspace that it belongs to. */
      workspaceId: string;
      /** @description Its name. */
      name: string;
      /** @description The agent, by its id. */
      agentId: string;
      /** @description The owner: the person who made it or last set its agent. Null when that account is gone. */
      userId: string | null;
      /** @description The version of the agent that answers: the one that was accepted. */
      acceptedVersion: number | null;
      /** @description The agent’s present version where that is another one. It answers once it is accepted. */
      newerVersion: number | null;
      /** @description Where answers are sent; null to leave them in the answer to the request. */
      replyUrl: string | null;
      /** @description Whether it works now. Switched off, it stays as it is. */
      enabled: boolean;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updatedAt: string;
      /** @description How signatures of incoming messages are checked. */
      hmac: {
        /** @description A vendor’s way of signing, and of writing messages. */
        preset: ("github" | "slack") | null;
        /** @description The header that has the signature. */
        header: string;
        /**
         * @description The digest that the signature is made with.
         * @enum {string}
         */
        algorithm: "sha256" | "sha1";
        /** @description Stands before the hex digits. */
        prefix: string;
        /** @description Then `<timestamp>.<body>` is signed, the timestamp being seconds since 1970, not more than five minutes off. */
        timestampHeader: string | null;
      };
    };
    /** ChannelAnswer */
    ChannelAnswer: {
      /** @description The run, by its id; a run is one answer to one message. */
      runId: string;
      /** @description The conversation, by its id. */
      sessionId: string;
      /** @description The message, by its id. */
      messageId: string | null;
      /** @description The agent, by its id. */
      agentId: string;
      /** @description The text. */
      content: string;
      /** @description The tokens that it took. */
      usage: {
        /** @description Tokens that the model was given, without those it had kept. */
        promptTokens: number;
        /** @description Tokens that the model wrote. */
        completionTokens: number;
      };
      /** @description How long it took, in milliseconds. */
      durationMs: number;
      /**
       * @description Why the answer ended.
       * @enum {string}
       */
      stopReason: "end_turn" | "max_steps" | "max_tokens" | "invalid_output" | "cancelled" | "timeout" | "error";
    };
    /**
     * ChannelChallenge
     * @description What Slack asks for when it gets to know an address.
     */
    ChannelChallenge: {
      /** @description What the other service sent to prove the address; it is sent back unchanged. */
      challenge: string;
    };
    /** ChannelIgnored */
    ChannelIgnored: {
      /**
       * @description Always `true`.
       * @enum {boolean}
       */
      ignored: true;
      /** @description Why, in words. */
      reason: string;
    };
    /** ChannelPage */
    ChannelPage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["Channel"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /** ChatAnswer */
    ChatAnswer: {
      /** @description The run, by its id; a run is one answer to one message. */
      runId: string;
      /** @description The conversation, by its id. */
      sessionId: string;
      /** @description The message, by its id. */
      messageId: string | null;
      /** @description The agent, by its id. */
      agentId: string;
      /** @description Present, and true, if another version of the agent answered before in this session. */
      agentChanged?: boolean;
      /** @description The version that answered. Present with `agentChanged`. */
      agentVersion?: number;
      /** @description The text. */
      content: string;
      /** @description With `responseFormat`: the answer as JSON; `content` is its text. */
      output?: unknown;
      /** @description What is wrong with the answer, if `stopReason` is `invalid_output`. */
      errors?: {
        /** @description Where in the value, such as `items.0.price`; empty for the whole. */
        path: string;
        /** @description A text, for people or for the model. */
        message: string;
      }[];
      /** @description The passages of documents that the agent answered from. */
      citations?: components["schemas"]["Citation"][];
      /** @description Calls of tools, in their order. */
      toolCalls: components["schemas"]["RunToolCall"][];
      /** @description The tokens that it took. */
      usage: {
        /** @description Tokens that the model was given, without those it had kept. */
        promptTokens: number;
        /** @description Tokens that the model wrote. */
        completionTokens: number;
        /** @description Of the prompt tokens: those from the provider’s cache. Absent for none. */
        cachedTokens?: number;
        /** @description Of the completion tokens: those of the reasoning. Absent for none. */
        reasoningTokens?: number;
      };
      /** @description What it cost, in US dollars. */
      costUsd: number;
      /** @description How long it took, in milliseconds. */
      durationMs: number;
      /**
       * @description Why the answer ended.
       * @enum {string}
       */
      stopReason: "end_turn" | "max_steps" | "max_tokens" | "invalid_output" | "cancelled" | "timeout" | "error";
      /** @description Present, and true, if the answer was kept from an earlier run (`cacheSeconds`). */
      cached?: boolean;
    };
    /** ChatCompletion */
    ChatCompletion: {
      /** @description Its id. */
      id: string;
      /**
       * @description Always `chat.completion`.
       * @enum {string}
       */
      object: "chat.completion";
      /** @description When it was made, in seconds since 1970. */
      created: number;
      /** @description `provider/model`, or `agent:<agentId>` to talk to an agent. */
      model: string;
      /** @description The answers; there is always one. */
      choices: {
        /** @description Its place; 0 is the first. */
        index: number;
        /** @description A text, for people or for the model. */
        message: {
          /**
           * @description Always `assistant`.
           * @enum {string}
           */
          role: "assistant";
          /** @description The text. */
          content: string | null;
          /** @description Why the model did not answer; null if it did. */
          refusal: string | null;
          /** @description The model’s reasoning, if it sends it. */
          reasoning_content?: string;
          /** @description The same, from servers that use this name. */
          reasoning?: string;
          /** @description Calls of functions that the model asks for. */
          tool_calls?: {
            /** @description Its id. */
            id: string;
            /** @description Always `function`. */
            type?: string;
            /** @description The function: its name and what it is given. */
            function: {
              /** @description Its name. */
              name: string;
              /** @description What the function is given, as JSON in a text. */
              arguments: string;
            };
          }[];
        };
        /** @description Always null: probabilities are not reported. */
        logprobs: null;
        /**
         * @description Why the answer ended.
         * @enum {string}
         */
        finish_reason: "stop" | "length" | "tool_calls" | "content_filter";
      }[];
      /** @description The tokens that it took. */
      usage: {
        /** @description Tokens that the model was given. */
        prompt_tokens: number;
        /** @description Tokens that the model wrote. */
        completion_tokens: number;
        /** @description All tokens together. */
        total_tokens: number;
        /** @description What of the given tokens was kept from before. */
        prompt_tokens_details: {
          /** @description Tokens that the provider had kept from before; they cost less. */
          cached_tokens: number;
        };
        /** @description What the written tokens were for. */
        completion_tokens_details?: {
          /** @description Tokens that the model thought with; they are counted as written. */
          reasoning_tokens: number;
        };
      };
    };
    /** ChatCompletionMessage */
    ChatCompletionMessage: {
      /**
       * @description Who says it.
       * @enum {string}
       */
      role: "user" | "system" | "developer" | "assistant" | "tool";
      /** @description The text. */
      content?: string | ({
        /** @description What kind of part it is. */
        type: string;
        /** @description The text. */
        text?: string | null;
        /** @description Why the model did not answer; null if it did. */
        refusal?: string | null;
        /** @description An image, by its address or as a data URL. */
        image_url?: (string | ({
          /** @description A data URL in base64, or an address that the gateway fetches. */
          url: string;
          /** @description Not used. */
          detail?: string | null;
        } & {
          [key: string]: unknown;
        })) | null;
        /** @description A file in the message. */
        file?: ({
          /** @description A data URL in base64. */
          file_data?: string | null;
          /** @description What the file is called. */
          filename?: string | null;
          /** @description A file of yours, from `POST /files`, instead of `file_data`. */
          file_id?: string | null;
        } & {
          [key: string]: unknown;
        }) | null;
      } & {
        [key: string]: unknown;
      })[] | null;
      /** @description Calls of functions that the model asks for. */
      tool_calls?: {
        /** @description Its id. */
        id: string;
        /** @description Always `function`. */
        type?: string;
        /** @description The function: its name and what it is given. */
        function: {
          /** @description Its name. */
          name: string;
          /** @description What the function is given, as JSON in a text. */
          arguments: string;
        };
      }[] | null;
      /** @description The call that this message answers, by its id. */
      tool_call_id?: string | null;
      /** @description Why the model did not answer; null if it did. */
      refusal?: string | null;
      /** @description The model’s reasoning, as it was received. Reasoning models need it in later requests. */
      reasoning_content?: string | null;
      /** @description The same, under the name that other servers use. */
      reasoning?: unknown;
      /** @description Not possible: send `tool_calls`. */
      function_call?: unknown;
    };
    /** ChatCompletionRequest */
    ChatCompletionRequest: {
      /** @description `provider/model`, or `agent:<agentId>` to talk to an agent. */
      model: string;
      /** @description The conversation, the oldest message first. */
      messages: components["schemas"]["ChatCompletionMessage"][];
      /** @description Whether the answer is sent while it is written, as events. */
      stream?: boolean | null;
      /** @description What the stream is to hold besides. */
      stream_options?: {
        /** @description Whether the last event of the stream has the tokens. */
        include_usage?: boolean | null;
      } | null;
      /** @description The tools that may be used. */
      tools?: {
        /**
         * @description Always `function`.
         * @enum {string}
         */
        type: "function";
        /** @description The function: its name and what it is given. */
        function: {
          /** @description Its name. */
          name: string;
          /** @description What it is for, in words. */
          description?: string | null;
          /** @description What it takes, as JSON Schema. */
          parameters?: {
            [key: string]: unknown;
          } | null;
          /** @description Whether what the model writes must fit the schema exactly. */
          strict?: boolean | null;
        };
      }[] | null;
      /** @description Whether the model must call a tool, may, or must not. */
      tool_choice?: (("none" | "auto" | "required") | {
        /**
         * @description Always `function`.
         * @enum {string}
         */
        type: "function";
        /** @description The function: its name and what it is given. */
        function: {
          /** @description Its name. */
          name: string;
        };
      }) | null;
      /** @description Whether the model may ask for several tools at once. */
      parallel_tool_calls?: boolean | null;
      /** @description How freely the model chooses its words; null for its own way. */
      temperature?: number | null;
      /** @description Only the likeliest words that together have this probability are chosen from. */
      top_p?: number | null;
      /** @description How strongly subjects that were already mentioned are avoided. */
      presence_penalty?: number | null;
      /** @description How strongly words that were already used are avoided. */
      frequency_penalty?: number | null;
      /** @description Asks for the same answer to the same request, where the provider can. */
      seed?: number | null;
      /** @description The longest answer, in tokens. */
      max_tokens?: number | null;
      /** @description The longest answer, in tokens. */
      max_completion_tokens?: number | null;
      /** @description Texts at which the answer ends. */
      stop?: (string | string[]) | null;
      /** @description How much the model reasons before it answers. */
      reasoning_effort?: string | null;
      /** @description The format that the answer must have. */
      response_format?: {
        /**
         * @description Whether the answer is free text, any JSON, or JSON of a schema.
         * @enum {string}
         */
        type: "text" | "json_object" | "json_schema";
        /** @description The schema of the answer, with its name. */
        json_schema?: {
          /** @description Its name. */
          name: string;
          /** @description What it is for, in words. */
          description?: string | null;
          /** @description The format of the answer, as JSON Schema. */
          schema?: {
            [key: string]: unknown;
          } | null;
          /** @description Whether what the model writes must fit the schema exactly. */
          strict?: boolean | null;
        } | null;
      } | null;
      /** @description Only 1 is possible. */
      n?: number | null;
      /** @description Only false is possible. */
      logprobs?: boolean | null;
      /** @description Only 0 is possible. */
      top_logprobs?: number | null;
      /** @description Taken only if it is empty. */
      logit_bias?: {
        [key: string]: unknown;
      } | null;
      /** @description Only `text` is possible. */
      modalities?: string[] | null;
      /** @description Not possible. */
      audio?: unknown;
      /** @description Not possible: give an agent a tool. */
      web_search_options?: unknown;
      /** @description Not possible: send `tools`. */
      functions?: unknown;
      /** @description Not possible: send `tool_choice`. */
      function_call?: unknown;
    };
    /** ChatRequest */
    ChatRequest: {
      /** @description The agent, by its id. */
      agentId?: string;
      /** @description A text, or a list of parts: texts, images and files. */
      message: string | (components["schemas"]["TextInput"] | components["schemas"]["ImageInput"] | components["schemas"]["FileInput"])[];
      /** @description The conversation, by its id. */
      sessionId?: string;
      /** @description Where the conversation takes place; each has one open session for each person and agent. */
      surface?: string;
      responseFormat?: components["schemas"]["ResponseFormat"];
      /**
       * @description How much the model reasons before it answers; a model that cannot do so answers all the same.
       * @enum {string}
       */
      reasoning?: "off" | "low" | "medium" | "high";
      /** @description Send the model’s reasoning as `reasoning_chunk` events, where its provider tells it. */
      showReasoning?: boolean;
      /** @description Anything of yours. */
      metadata?: {
        [key: string]: unknown;
      };
    };
    /** Citation */
    Citation: {
      /** @description By which the answer names it, such as `[2]`. */
      number?: number;
      /** @description The document, by its id. */
      documentId: string;
      /** @description Of the document. */
      title: string;
      /** @description Of a PDF. */
      page?: number;
      /** @description The text of the document from `start` to `end`. */
      quote: string;
      /** @description In UTF-16 units, as strings of JavaScript count. */
      start: number;
      /** @description Where it ends in the text of the document, in characters. */
      end: number;
    };
    /**
     * ClientToolsRequiredFrame
     * @description The run waits for results of tools that its client runs.
     */
    ClientToolsRequiredFrame: {
      /**
       * @description Always `client_tools_required`.
       * @enum {string}
       */
      type: "client_tools_required";
      /** @description The run, by its id; a run is one answer to one message. */
      runId: string;
      /** @description The conversation, by its id. */
      sessionId: string;
      /** @description The agent, by its id. */
      agentId: string;
      /** @description Increases, not always by one. A stream resumes after it. */
      seq: number;
      /** @description The calls, in their order. */
      calls: {
        /** @description The call of the tool, by its id; its result has the same. */
        toolCallId: string;
        /** @description The name of a tool. */
        tool: string;
        /** @description What the tool is given. */
        params: unknown;
      }[];
      /**
       * Format: date-time
       * @description When it ends.
       */
      expiresAt: string;
      /** @description The tokens that it took. */
      usage: {
        /** @description Tokens that the model was given, without those it had kept. */
        promptTokens: number;
        /** @description Tokens that the model wrote. */
        completionTokens: number;
        /** @description Of the prompt tokens: those from the provider’s cache. Absent for none. */
        cachedTokens?: number;
        /** @description Of the completion tokens: those of the reasoning. Absent for none. */
        reasoningTokens?: number;
      };
    };
    /**
     * Collection
     * @description Documents that agents answer from; they name it in `knowledge`.
     */
    Collection: {
      /** @description Its id. */
      id: string;
      /** @description Its name. */
      name: string;
      /** @description What it is for, in words. */
      description: string;
      /** @description How many documents it has, whatever their status. */
      documents: number;
      /** @description How many passages are searched. */
      passages: number;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updatedAt: string;
    };
    /** CollectionPage */
    CollectionPage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["Collection"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /** ConsolePasswordChange */
    ConsolePasswordChange: {
      /** @description The password that holds now, to make sure that it is you. */
      currentPassword: string;
      /** @description At least 8 characters and at most 72 bytes. */
      newPassword: string;
    };
    /**
     * ConsoleSession
     * @description The refresh token is in a cookie that no script can read.
     */
    ConsoleSession: {
      /** @description Sent as `Authorization: Bearer …`; it lives 15 minutes. */
      accessToken: string;
    };
    /** CostBreakdown */
    CostBreakdown: {
      /**
       * Format: date
       * @description The first day, in UTC.
       */
      from: string;
      /**
       * Format: date
       * @description The last day, in UTC.
       */
      to: string;
      /**
       * @description What each row is about.
       * @enum {string}
       */
      groupBy: "day" | "agent" | "model" | "user" | "key";
      /** @description The items, in the order that the operation says. */
      data: {
        /** @description The day, the model, or the id that the row is about. */
        key: string;
        /** @description Of an agent of this workspace or of a personal key, or the email of a member; else null. */
        name?: string | null;
        /** @description How many requests models were sent. */
        requests: number;
        /** @description Without the cached ones. */
        promptTokens: number;
        /** @description Tokens that the model was given and had kept from before; they cost less. */
        cachedTokens: number;
        /** @description Tokens that the model wrote. */
        completionTokens: number;
        /** @description Exact to the nano-dollar below eight million dollars. */
        costUsd: number;
        /** @description False when a model without a known price was used: that part counts as 0. */
        priced: boolean;
        /** @description Model calls whose tokens are our estimate, because the provider said nothing or was cut off. */
        estimatedRequests: number;
      }[];
    };
    /** Costs */
    Costs: {
      /**
       * @description Always `USD`.
       * @enum {string}
       */
      currency: "USD";
      /** @description How many days it covers, today included. */
      days: number;
      /**
       * Format: date
       * @description The first day, in UTC.
       */
      from: string;
      /**
       * Format: date
       * @description The last day, in UTC.
       */
      to: string;
      /** @description Exact to the nano-dollar below eight million dollars. */
      totalUsd: number;
      /** @description The tokens of the whole time. */
      tokens: {
        /** @description Tokens that models were given. */
        prompt: number;
        /** @description Tokens that models were given and had kept from before. */
        cached: number;
        /** @description Tokens that models wrote. */
        completion: number;
        /** @description All tokens together. */
        total: number;
      };
      /** @description How many requests models were sent. */
      requests: number;
      /** @description False when a model without a known price was used: that part counts as 0. */
      priced: boolean;
      /** @description The same for each model. */
      byModel: {
        /** @description The model, as `connection/model`. */
        key: string;
        /** @description The provider or connection that has the model. */
        provider: string;
        /** @description The model. */
        model: string;
        /** @description How many requests models were sent. */
        requests: number;
        /** @description Without the cached ones. */
        promptTokens: number;
        /** @description Tokens that the model was given and had kept from before; they cost less. */
        cachedTokens: number;
        /** @description Tokens that the model wrote. */
        completionTokens: number;
        /** @description Exact to the nano-dollar below eight million dollars. */
        costUsd: number;
        /** @description False when a model without a known price was used: that part counts as 0. */
        priced: boolean;
        /** @description Model calls whose tokens are our estimate, because the provider said nothing or was cut off. */
        estimatedRequests: number;
      }[];
      /** @description The same for each agent. */
      byAgent: {
        /** @description The agent, by its id. */
        key: string;
        /** @description Null for calls that no agent made. */
        agentId: string | null;
        /** @description Of an agent of this workspace or of a personal key, or the email of a member; else null. */
        name: string | null;
        /** @description How many requests models were sent. */
        requests: number;
        /** @description Without the cached ones. */
        promptTokens: number;
        /** @description Tokens that the model was given and had kept from before; they cost less. */
        cachedTokens: number;
        /** @description Tokens that the model wrote. */
        completionTokens: number;
        /** @description Exact to the nano-dollar below eight million dollars. */
        costUsd: number;
        /** @description False when a model without a known price was used: that part counts as 0. */
        priced: boolean;
        /** @description Model calls whose tokens are our estimate, because the provider said nothing or was cut off. */
        estimatedRequests: number;
      }[];
      /** @description The workspace’s budget of this month; null if there is none. */
      budget: components["schemas"]["Budget"] | null;
      /** @description Your own budget of this month; null if there is none. */
      personBudget: components["schemas"]["PersonBudget"] | null;
    };
    /** CountTokensRequest */
    CountTokensRequest: {
      /** @description `provider/model`, or `agent:<agentId>` to talk to an agent. */
      model: string;
      /** @description The conversation, the oldest message first. */
      messages: components["schemas"]["AnthropicMessageParam"][];
      /** @description What the model is told before the conversation. */
      system?: (string | components["schemas"]["AnthropicBlock"][]) | null;
      /** @description The tools that may be used. */
      tools?: components["schemas"]["AnthropicTool"][] | null;
      /** @description Whether the model must call a tool, may, or must not. */
      tool_choice?: ({
        /**
         * @description Whether the model must call a tool, may, or must not.
         * @enum {string}
         */
        type: "auto" | "any" | "tool" | "none";
        /** @description Its name. */
        name?: string;
        /** @description Whether the model may ask for one tool at a time only. */
        disable_parallel_tool_use?: boolean | null;
      } & {
        [key: string]: unknown;
      }) | null;
      /** @description Whether the model reasons before it answers, and how much. */
      thinking?: ({
        /**
         * @description Whether the model reasons always, when it sees fit, or not.
         * @enum {string}
         */
        type: "enabled" | "adaptive" | "disabled";
        /** @description The most tokens that the model may think with. */
        budget_tokens?: number | null;
        /** @description Whether the model’s reasoning is sent with the answer. */
        display?: ("summarized" | "omitted") | null;
      } & {
        [key: string]: unknown;
      }) | null;
      /** @description How much the model reasons, and the format of its answer. */
      output_config?: ({
        /** @description How much the model reasons before it answers. */
        effort?: ("low" | "medium" | "high" | "xhigh" | "max") | null;
        /** @description The format that the answer must have. */
        format?: ({
          /**
           * @description Always `json_schema`.
           * @enum {string}
           */
          type: "json_schema";
          /** @description The format of the answer, as JSON Schema. */
          schema: {
            [key: string]: unknown;
          };
        } & {
          [key: string]: unknown;
        }) | null;
      } & {
        [key: string]: unknown;
      }) | null;
      /** @description Taken, and not used: the gateway marks by itself what a provider can keep. */
      cache_control?: {
        [key: string]: unknown;
      } | null;
      /** @description Not possible. */
      container?: unknown;
      /** @description Not possible. */
      context_management?: unknown;
      /** @description Not possible. */
      diagnostics?: unknown;
      /** @description Not possible. */
      inference_geo?: unknown;
      /** @description Not possible. */
      mcp_servers?: unknown;
      /** @description Not possible. */
      output_format?: unknown;
      /** @description Not possible. */
      speed?: unknown;
      /** @description Not possible. */
      top_k?: unknown;
      /** @description Not possible. */
      user_profile_id?: unknown;
      /** @description Not possible. */
      workspace_id?: unknown;
    };
    /** CreateAgent */
    CreateAgent: {
      /** @description Its name. */
      name: string;
      /** @description What it is for, in words. */
      description?: string;
      /** @description What the model is told before every conversation. */
      systemPrompt?: string;
      /** @description A connection or a pool; null: the gateway’s default. */
      provider?: string | null;
      /** @description null: the provider’s default. `connection/model` names both in one word. */
      model?: string | null;
      /** @description How freely the model chooses its words; null for its own way. */
      temperature?: number | null;
      /** @description The longest answer, in tokens; null for no limit. */
      maxTokens?: number | null;
      /** @description Model calls in one turn. */
      maxSteps?: number;
      /** @description How long it may take, in milliseconds. */
      timeoutMs?: number;
      /** @description Tools it may call. */
      tools?: string[];
      /** @description Skills it has. */
      skills?: string[];
      /** @description Tools that need a human’s word. */
      approvals?: string[];
      /** @description Whether, how deep, how often and which agents it may spawn. */
      spawn?: {
        /** @description Whether it works now. Switched off, it stays as it is. */
        enabled?: boolean;
        /** @description How many levels of agents may start one another. */
        maxDepth?: number;
        /** @description How many agents it may start at the same time. */
        maxChildren?: number;
        /** @description Which agents it may spawn: none where it is empty, any with "*". */
        agents?: string[];
        /** @description Runs that one message to it may set going in all, itself included; the gateway has a bound of its own. */
        maxRuns?: number;
        /** @description What those runs may cost in all; null: no bound of its own. */
        maxCostUsd?: number | null;
      };
      /** @description The memory policy, by its id. */
      memoryProfileId?: string | null;
      /** @description Anything of yours, up to 16 KiB. */
      metadata?: {
        [key: string]: unknown;
      };
      /** @description What its answers look like; null: text. A request may name another. */
      responseFormat?: components["schemas"]["ResponseFormat"] | null;
      /** @description Collections of documents. For each message, passages are found in them and cited. */
      knowledge?: string[];
      /** @description `connection/model`, asked in this order if the model fails; null: the workspace’s. */
      fallbacks?: string[] | null;
      /** @description How long an answer is given again to the same person for the same request; 0 or null: never. */
      cacheSeconds?: number | null;
      /** @description Publishes it at `/a2a/<id>`: anyone may read its name and description there. */
      a2a?: boolean;
      /** @description null: as the model does by itself. */
      reasoning?: ("off" | "low" | "medium" | "high") | null;
    };
    /** CreateApiKey */
    CreateApiKey: {
      /** @description Its name. */
      name: string;
      /** @description What the key may do; null for everything that its owner may. */
      scopes: ("admin" | "diagnostics" | "autonomous")[];
      /**
       * Format: date-time
       * @description When it ends.
       */
      expiresAt?: string;
    };
    /** CreateChannel */
    CreateChannel: {
      /** @description Its name. */
      name: string;
      /** @description The agent, by its id. */
      agentId: string;
      /** @description How what comes in is signed: an HMAC of the raw body, in hex. */
      hmac?: {
        /** @description A vendor’s way of signing, and of writing messages. */
        preset?: ("github" | "slack") | null;
        /** @description The header that has the signature. */
        header?: string;
        /**
         * @description The digest that the signature is made with.
         * @enum {string}
         */
        algorithm?: "sha256" | "sha1";
        /** @description Stands before the hex digits. */
        prefix?: string;
        /** @description Then `<timestamp>.<body>` is signed, the timestamp being seconds since 1970, not more than five minutes off. */
        timestampHeader?: string | null;
        /** @description Left out, one is made. */
        secret?: string;
      };
      /** @description Where answers go; without it they are in the response. */
      replyUrl?: string | null;
      /** @description Whether it works now. Switched off, it stays as it is. */
      enabled?: boolean;
    };
    /** CreateCollection */
    CreateCollection: {
      /** @description Its name. */
      name: string;
      /** @description What it is for, in words. */
      description?: string;
    };
    /** CreateCronSchedule */
    CreateCronSchedule: {
      /** @description Its name. */
      name?: string;
      /** @description Default: the workspace’s default agent. */
      agentId?: string;
      /** @description A text, or a list of parts: texts, images and files. */
      message: string | (components["schemas"]["TextInput"] | components["schemas"]["ImageInput"] | components["schemas"]["FileInput"])[];
      /** @description Five parts (minute, hour, day, month, weekday), or six with one second first. */
      cron: string;
      /** @description The time zone of `cron`. Default: UTC. */
      timezone?: string;
      /** @description Whether it works now. Switched off, it stays as it is. */
      enabled?: boolean;
    };
    /**
     * CreateGrant
     * @description Without `knowledge`, an earlier grant keeps it, and a new one is without.
     */
    CreateGrant: {
      /** @description The agent, by its id. */
      agentId: string;
      /** @description The workspace that it belongs to. */
      workspaceId: string;
      /** @description Whether the agent answers from the documents of its own workspace there, too. */
      knowledge?: boolean;
    };
    /** CreateHeartbeat */
    CreateHeartbeat: {
      /** @description Its name. */
      name?: string;
      /**
       * @description `rss`: RSS, Atom or JSON Feed; new items start the agent. `http`: a change of status or content starts it.
       * @enum {string}
       */
      type: "rss" | "http";
      /** @description An address on the web. */
      url: string;
      /** @description Default: the workspace’s default agent. */
      agentId?: string;
      /** @description What the agent is told to do with the news. */
      prompt?: string;
      /** @description This or `cron`. */
      intervalSeconds?: number | null;
      /** @description This or `intervalSeconds`. */
      cron?: string | null;
      /** @description The time zone of `cron`. Default: UTC. */
      timezone?: string | null;
      /** @description Whether it works now. Switched off, it stays as it is. */
      enabled?: boolean;
    };
    /** CreateInvitation */
    CreateInvitation: {
      /** @description The address of a person. */
      email: string;
      /**
       * @description Never above your own.
       * @default member
       * @enum {string}
       */
      role?: "owner" | "admin" | "member";
    };
    /** CreateKey */
    CreateKey: {
      /** @description Its name. */
      name: string;
      /** @description Tags of this API, each with `:read` for GET alone; `approvals`, `members` and `grants` only where they are named. Null: everything but those three. */
      scopes?: ("agents" | "agents:read" | "sessions" | "sessions:read" | "chat" | "chat:read" | "memory" | "memory:read" | "memory-profiles" | "memory-profiles:read" | "tools" | "tools:read" | "jobs" | "jobs:read" | "traces" | "traces:read" | "workspaces" | "workspaces:read" | "skills" | "skills:read" | "channels" | "channels:read" | "auth" | "auth:read" | "inference" | "inference:read" | "cron" | "cron:read" | "webhooks" | "webhooks:read" | "approvals" | "members" | "grants")[] | null;
      /** @description What it may use, as `provider/model`. Null: whatever the workspace may. */
      models?: string[] | null;
      /** @description The agents it may use, by id. Null: whichever the workspace may. */
      agents?: string[] | null;
      /** @description The most that may be spent in a month, in US dollars; null for no limit. */
      monthlyBudgetUsd?: number | null;
      /** @description The most requests a minute; null for no limit. */
      requestsPerMinute?: number | null;
      /** @description When it ends. */
      expiresAt?: string | null;
    };
    /** CreateMcpServer */
    CreateMcpServer: {
      /** @description Its name. */
      name: string;
      /** @description An address on the web. */
      url: string;
      /** @description Sent with every request; stored encrypted and never shown again. */
      headers?: {
        [key: string]: string;
      };
    };
    /** CreateMemoryProfile */
    CreateMemoryProfile: {
      /** @description Its name. */
      name: string;
      /** @description The tiers that are recalled from; nothing is recalled if empty. Default: all. */
      tiers?: ("session" | "daily" | "profile" | "strategic")[];
      /** @description The most entries that a turn is shown. Default: 8. */
      recallLimit?: number;
      /**
       * @description What is captured from a turn: nothing, what rules find, or what a second model call finds.
       * @enum {string}
       */
      autoCapture?: "off" | "rules" | "model";
      /** @description Whether captured entries may be promoted. Default: true. */
      propagate?: boolean;
      /** @description Daily entries and session summaries that came from agents bound to this profile are deleted after so many days; `null` keeps them. */
      retentionDays?: number | null;
    };
    /** CreateProvider */
    CreateProvider: {
      /** @description An agent’s `model` is `name/model`. */
      name: string;
      /**
       * @description `azure-openai` and `openai-compatible` need a `baseUrl`; the others know theirs.
       * @enum {string}
       */
      kind: "openai" | "anthropic" | "google" | "openai-compatible" | "azure-openai" | "openrouter" | "mistral" | "groq" | "deepseek" | "xai" | "together" | "ollama" | "vllm";
      /** @description Where its API is; null for the address that its kind is known by. */
      baseUrl?: string | null;
      /** @description Stored encrypted and never shown again. */
      apiKey?: string | null;
      /** @description Sent with every request; stored encrypted and never shown again. */
      headers?: {
        [key: string]: string;
      };
      /** @description The only models it is asked for; null: any. */
      models?: string[] | null;
      /** @description Connections with the same pool share the load and are addressed as `pool/model`. */
      pool?: string | null;
      /** @description Its share of the load of its pool. With 0 it is asked only where the others fail. */
      weight?: number;
      /** @description How long it may take to begin its answer; null: as the gateway does. */
      firstTokenTimeoutMs?: number | null;
      /** @description How long one answer may take in all; null: as long as the turn. */
      timeoutMs?: number | null;
    };
    /** CreateServiceAccount */
    CreateServiceAccount: {
      /** @description Its name. */
      name: string;
      /** @description Such as 12h or 30d, or plain seconds; 90 days unless told. */
      expiresIn?: string | number;
    };
    /** CreateSwarm */
    CreateSwarm: {
      /** @description The agents, each with its message. */
      members: components["schemas"]["SwarmMember"][];
      /**
       * @description Over all nodes.
       * @default 5
       */
      maxConcurrency?: number;
    };
    /** CreateTool */
    CreateTool: {
      /** @description Its name. */
      name: string;
      /** @description What it is for, in words. */
      description: string;
      /** @description JSON Schema (2020-12) of an object. */
      parameters?: {
        [key: string]: unknown;
      };
      /** @description Where a call of the tool is sent. */
      http: {
        /** @description `{name}` in the path is filled with the parameter of that name. */
        url: string;
        /**
         * @description GET, HEAD and DELETE carry the parameters in the query, the others as a JSON body.
         * @default GET
         * @enum {string}
         */
        method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
        /** @description Sent with every request; stored encrypted and never shown again. */
        headers?: {
          [key: string]: string;
        };
      };
      /**
       * @description How long it may take, in milliseconds.
       * @default 30000
       */
      timeoutMs?: number;
    };
    /** CreateWebhook */
    CreateWebhook: {
      /** @description An address on the web. */
      url: string;
      /** @description `*` means all; `agent_completed` is another name of `agent.completed`. */
      events: ("agent.completed" | "agent.failed" | "document.ready" | "document.failed" | "approval.requested" | "memory.propagated" | "memory.written" | "message.rated" | "heartbeat.fired" | "swarm.finished" | "tool.executed" | "webhook.disabled" | "provider.key_refused" | "api.deprecated" | "agent_completed" | "*")[];
      /** @description What it is for, in words. */
      description?: string | null;
      /** @description Left out, one is made; `null` means unsigned. */
      secret?: string | null;
      /** @description Heeded by `PUT`. A new one is always enabled. */
      enabled?: boolean;
    };
    /** CreateWorkspace */
    CreateWorkspace: {
      /** @description Its name. */
      name: string;
    };
    /** CreatedApiKey */
    CreatedApiKey: {
      /** @description Its id. */
      id: string;
      /** @description Its name. */
      name: string;
      /** @description How the key begins, to tell keys apart. */
      prefix: string;
      /** @description What the key may do; null for everything that its owner may. */
      scopes: ("admin" | "diagnostics" | "autonomous")[];
      /** @description When it ends. */
      expiresAt: string | null;
      /** @description When it was last used; null if never. */
      lastUsedAt: string | null;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /** @description Shown this once. */
      key: string;
    };
    /** CreatedChannel */
    CreatedChannel: {
      /** @description Its id. */
      id: string;
      /** @description The workspace that it belongs to. */
      workspaceId: string;
      /** @description Its name. */
      name: string;
      /** @description The agent, by its id. */
      agentId: string;
      /** @description The owner: the person who made it or last set its agent. Null when that account is gone. */
      userId: string | null;
      /** @description The version of the agent that answers: the one that was accepted. */
      acceptedVersion: number | null;
      /** @description The agent’s present version where that is another one. It answers once it is accepted. */
      newerVersion: number | null;
      /** @description Where answers are sent; null to leave them in the answer to the request. */
      replyUrl: string | null;
      /** @description Whether it works now. Switched off, it stays as it is. */
      enabled: boolean;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updatedAt: string;
      /** @description How signatures of incoming messages are checked. */
      hmac: {
        /** @description A vendor’s way of signing, and of writing messages. */
        preset: ("github" | "slack") | null;
        /** @description The header that has the signature. */
        header: string;
        /**
         * @description The digest that the signature is made with.
         * @enum {string}
         */
        algorithm: "sha256" | "sha1";
        /** @description Stands before the hex digits. */
        prefix: string;
        /** @description Then `<timestamp>.<body>` is signed, the timestamp being seconds since 1970, not more than five minutes off. */
        timestampHeader: string | null;
        /** @description Shown this once. */
        secret: string;
      };
    };
    /** CreatedKey */
    CreatedKey: {
      /** @description Its id. */
      id: string;
      /** @description Its name. */
      name: string;
      /** @description How the key begins, to tell keys apart. */
      prefix: string;
      /** @description The workspace that it belongs to. */
      workspaceId: string;
      /** @description Who made it, and in whose name it acts. */
      userId: string;
      /** @description The address of a person. */
      email: string;
      /** @description What the key may do; null for everything that its owner may. */
      scopes: string[] | null;
      /** @description The models that it may use; null for all. */
      models: string[] | null;
      /** @description The agents that it may use; null for all. */
      agents: string[] | null;
      /** @description The most that may be spent in a month, in US dollars; null for no limit. */
      monthlyBudgetUsd: number | null;
      /** @description The most requests a minute; null for no limit. */
      requestsPerMinute: number | null;
      /** @description When it ends. */
      expiresAt: string | null;
      /** @description When it was last used; null if never. */
      lastUsedAt: string | null;
      /** @description The network address that last used it; null if none did. */
      lastUsedIp: string | null;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /** @description Shown this once. */
      key: string;
    };
    /** CreatedServiceAccount */
    CreatedServiceAccount: {
      /** @description Its id. */
      id: string;
      /** @description Its name. */
      name: string;
      /**
       * Format: date-time
       * @description When it ends.
       */
      expiresAt: string;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /** @description Shown this once. */
      accessToken: string;
    };
    /** CreatedWebhook */
    CreatedWebhook: {
      /** @description Its id. */
      id: string;
      /** @description The workspace that it belongs to. */
      workspaceId: string;
      /** @description An address on the web. */
      url: string;
      /** @description `*` means all; `agent_completed` is another name of `agent.completed`. */
      events: ("agent.completed" | "agent.failed" | "document.ready" | "document.failed" | "approval.requested" | "memory.propagated" | "memory.written" | "message.rated" | "heartbeat.fired" | "swarm.finished" | "tool.executed" | "webhook.disabled" | "provider.key_refused" | "api.deprecated" | "agent_completed" | "*")[];
      /** @description What it is for, in words. */
      description: string | null;
      /** @description Whether it works now. Switched off, it stays as it is. */
      enabled: boolean;
      /** @description The id of who made it; null once that account is gone. */
      createdBy: string | null;
      /**
       * @description `own`: it is told what its maker's own runs cause. `workspace`: an owner or admin made it, and it is told everybody's.
       * @enum {string}
       */
      audience: "own" | "workspace";
      /** @description Why nothing is sent to it, enabled or not: its maker has left the workspace, is no longer an owner or admin, or is suspended. An owner or admin takes over one of the workspace by enabling it. */
      inactiveReason: ("creator_left" | "creator_lost_role" | "creator_suspended") | null;
      /** @description Whether a secret is stored. It is never shown again. */
      hasSecret: boolean;
      /** @description How often it failed since it last succeeded. */
      consecutiveFailures: number;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updatedAt: string;
      /** @description Shown this once. */
      secret: string | null;
    };
    /** Credentials */
    Credentials: {
      /** @description The address of a person. */
      email: string;
      /** @description The password of the account. */
      password: string;
    };
    /** CronRun */
    CronRun: {
      /** @description Its id. */
      id: string;
      /** @description The due time; null when it was fired by hand. */
      scheduledFor: string | null;
      /**
       * Format: date-time
       * @description When it began.
       */
      startedAt: string;
      /** @description How long it took, in milliseconds. */
      durationMs: number | null;
      /** @description The run of the agent, if it was started: a job of the person it acts as. */
      runId: string | null;
      /** @description What went wrong; null or absent if nothing did. */
      error: string | null;
      /**
       * @description `running` until the agent’s run has ended, then its result.
       * @enum {string}
       */
      status: "running" | "ok" | "failed";
    };
    /** CronRunPage */
    CronRunPage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["CronRun"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /** CronSchedule */
    CronSchedule: {
      /** @description Its id. */
      id: string;
      /** @description Its name. */
      name: string;
      /** @description The agent, by its id. */
      agentId: string;
      /** @description Its text. */
      message: string;
      /** @description What the message holds, if it is more than text. */
      parts?: (components["schemas"]["TextPart"] | components["schemas"]["ImagePart"] | components["schemas"]["FilePart"])[];
      /** @description Five parts (minute, hour, day, month, weekday), or six with one second first. */
      cron: string;
      /** @description The time zone of `cron`. Default: UTC. */
      timezone: string;
      /** @description The workspace that it belongs to. */
      workspaceId: string;
      /** @description The person it acts as: its maker, or the last who changed what it does. Null when that account was erased; then every run fails. */
      userId: string | null;
      /** @description The version of the agent it acts under: the one that the person it acts as has accepted. */
      acceptedVersion: number | null;
      /** @description The agent’s current version, if it is another one. It takes effect once it is accepted. */
      newerVersion: number | null;
      /** @description Whether it works now. Switched off, it stays as it is. */
      enabled: boolean;
      /** @description Why the gateway disabled it; null when a person did. */
      disabledReason: string | null;
      /** @description When it last ran; null if never. */
      lastRunAt: string | null;
      /** @description Null while it is disabled. */
      nextRunAt: string | null;
      /** @description How often it failed since it last succeeded. */
      consecutiveFailures: number;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updatedAt: string;
    };
    /** CronSchedulePage */
    CronSchedulePage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["CronSchedule"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /**
     * DeadJob
     * @description Background work whose last attempt failed.
     */
    DeadJob: {
      /** @description Its id. */
      id: string;
      /** @description What kind of work it is. */
      queue: string;
      /**
       * @description Always `dead`.
       * @enum {string}
       */
      status: "dead";
      /** @description How often it was tried. */
      attempts: number;
      /** @description How often it is tried at most. */
      maxAttempts: number;
      /** @description Of the last attempt, without credentials. */
      error: string | null;
      /** @description What the job is about: the ids in its payload, and nothing else of it. */
      ids: string[];
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When its last attempt failed.
       */
      diedAt: string;
    };
    /** DeadJobPage */
    DeadJobPage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["DeadJob"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /** DeadLetterPage */
    DeadLetterPage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["Delivery"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /** DeferredRun */
    DeferredRun: {
      /** @description The run, by its id; a run is one answer to one message. */
      runId: string;
    };
    /** DeletedResponse */
    DeletedResponse: {
      /** @description Its id. */
      id: string;
      /**
       * @description Always `response`.
       * @enum {string}
       */
      object: "response";
      /** @description Whether it is gone. */
      deleted: boolean;
    };
    /** Delivery */
    Delivery: {
      /** @description Its id. */
      id: string;
      /** @description The webhook, by its id. */
      webhookId: string;
      /** @description What happened, such as `agent.completed`. */
      event: string;
      /**
       * @description How far it is.
       * @enum {string}
       */
      status: "pending" | "retrying" | "succeeded" | "dead" | "intercepted" | "cancelled";
      /** @description How often it was tried. */
      attempts: number;
      /** @description Null when it is over, or being sent now. */
      nextAttemptAt: string | null;
      /** @description The HTTP status of the last answer; null if there was none. */
      lastStatusCode: number | null;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
    };
    /** DeliveryPage */
    DeliveryPage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["Delivery"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /** DiagnosticCheck */
    DiagnosticCheck: {
      /** @description Its id. */
      id: string;
      /**
       * @description The part of the gateway that it checks.
       * @enum {string}
       */
      category: "storage" | "search" | "models" | "delivery" | "realtime" | "security";
      /**
       * @description How far it is.
       * @enum {string}
       */
      status: "pass" | "warn" | "fail";
      /** @description How long the answer took, in milliseconds. */
      latencyMs: number;
      /** @description A text, for people or for the model. */
      message: string;
      /** @description What an operator can do about it. */
      hint?: string;
      /** @description The check whose failure made this one impossible. */
      skippedBecause?: string;
    };
    /** DiagnosticHistory */
    DiagnosticHistory: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["DiagnosticReport"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /** DiagnosticReport */
    DiagnosticReport: {
      /** @description Its id. */
      id: string;
      /**
       * @description How far it is.
       * @enum {string}
       */
      status: "pass" | "warn" | "fail";
      /**
       * Format: date-time
       * @description When it began.
       */
      startedAt: string;
      /** @description How long it took, in milliseconds. */
      durationMs: number;
      /** @description The checks, in the order that they ran. */
      checks: components["schemas"]["DiagnosticCheck"][];
      /** @description The model calls of this node since it started, by connection; failures by reason. */
      connections?: components["schemas"]["SeenConnection"][];
    };
    /** DispatchRecord */
    DispatchRecord: {
      /** @description Its id. */
      id: string;
      /** @description The webhook, by its id. */
      webhookId: string;
      /** @description The delivery, by its id. */
      deliveryId: string;
      /** @description What happened, such as `agent.completed`. */
      eventType: string;
      /** @description An address on the web. */
      url: string;
      /** @description Which attempt it is; 1 is the first. */
      attempt: number;
      /**
       * @description Why it was sent: an event, a second attempt, a test, or somebody asked for it.
       * @enum {string}
       */
      trigger: "event" | "retry" | "test" | "manual";
      payload: components["schemas"]["WebhookPayload"];
      /** @description The HTTP status of the answer; null if there was none. */
      statusCode: number | null;
      /** @description The first 16 KiB. */
      responseBody: string | null;
      /** @description How long the answer took, in milliseconds. */
      latencyMs: number;
      /** @description What went wrong; null or absent if nothing did. */
      error: string | null;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
    };
    /** DispatchRecordPage */
    DispatchRecordPage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["DispatchRecord"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /**
     * DocumentText
     * @description The text that is searched. Places in it count UTF-16 units, as strings of JavaScript do.
     */
    DocumentText: {
      /** @description The document, by its id. */
      documentId: string;
      /** @description Its title, for people. */
      title: string;
      /** @description Where this piece begins in the whole text, in characters. */
      start: number;
      /** @description Of the whole text. */
      characters: number;
      /** @description The text. */
      text: string;
    };
    /** EmailVerification */
    EmailVerification: {
      /** @description From the mail. */
      token: string;
    };
    /** EmbeddingList */
    EmbeddingList: {
      /**
       * @description Always `list`.
       * @enum {string}
       */
      object: "list";
      /** @description The items, in the order that the operation says. */
      data: {
        /**
         * @description Always `embedding`.
         * @enum {string}
         */
        object: "embedding";
        /** @description Its place; 0 is the first. */
        index: number;
        /** @description The vector: numbers, or base64 of 32-bit floats where that was asked for. */
        embedding: number[] | string;
      }[];
      /** @description `provider/model`, or `agent:<agentId>` to talk to an agent. */
      model: string;
      /** @description The tokens that it took. */
      usage: {
        /** @description Tokens that the model was given. */
        prompt_tokens: number;
        /** @description All tokens together. */
        total_tokens: number;
      };
    };
    /** EmbeddingRequest */
    EmbeddingRequest: {
      /** @description `provider/model`, or `agent:<agentId>` to talk to an agent. */
      model: string;
      /** @description A text, or up to 2,048 texts of up to 100,000 characters. Tokens (a list of integers, or a list of lists) go to a model of a provider; the built-in one takes none. */
      input: string | unknown[];
      /** @description Whether vectors come as numbers or as base64. */
      encoding_format?: ("float" | "base64") | null;
      /** @description How many numbers a vector has; null for as many as the model makes. */
      dimensions?: number | null;
    };
    /**
     * Entrance
     * @description Where to go from here, as paths of this gateway.
     */
    Entrance: {
      /** @description Its name. */
      name: string;
      /** @description The version of the gateway. */
      version: string;
      /** @description Where the web page for people is. */
      console: string;
      /** @description Where the reference of the API is. */
      docs: string;
      /** @description What it is for, in words. */
      description: string;
      /** @description Where a monitor asks whether the gateway is well. */
      health: string;
    };
    /** EraseWorkspace */
    EraseWorkspace: {
      /** @description The name of the workspace, once more. */
      name: string;
    };
    /** Erasure */
    Erasure: {
      /** @description The password that holds now, to make sure that it is you. */
      currentPassword?: string;
    };
    /**
     * ErrorFrame
     * @description The run failed; nothing follows.
     */
    ErrorFrame: {
      /**
       * @description Always `error`.
       * @enum {string}
       */
      type: "error";
      /** @description The run, by its id; a run is one answer to one message. */
      runId: string;
      /** @description The conversation, by its id. */
      sessionId: string;
      /** @description The agent, by its id. */
      agentId: string;
      /** @description Increases, not always by one. A stream resumes after it. */
      seq: number;
      /** @description The error, in one word that does not change. */
      code: string;
      /** @description A text, for people or for the model. */
      message: string;
      /** @description The HTTP status that fits the error. */
      status: number;
      /** @description Whether the same request may succeed later. */
      retryable: boolean;
      /** @description How long to wait, as the model’s provider says. */
      retryAfterSeconds?: number;
      /** @description The status and code of the model’s provider. */
      upstream?: {
        /** @description The HTTP status that the provider answered. */
        status: number;
        /** @description The provider’s own code; null if it sent none. */
        code: string | null;
      };
    };
    /** ExportedPropagation */
    ExportedPropagation: {
      /** @description Its id. */
      id: string;
      /** @description The entry of memory, by its id. */
      entryId: string;
      /** @description What the memory became in the higher tier, by its id. */
      targetId: string;
      /** @description The tier that the memory was in. */
      fromTier: string;
      /** @description The tier that the memory is in now, or would be. */
      toTier: string;
      /** @description Why, in words. */
      reason: string;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /** @description When it was taken back; null if it was not. */
      revertedAt: string | null;
    };
    /** Feedback */
    Feedback: {
      /** @description The message, by its id. */
      messageId: string;
      /** @description The conversation, by its id. */
      sessionId: string;
      /** @description The agent, by its id. */
      agentId: string;
      /** @description Whose conversation it is. */
      userId: string;
      /**
       * @description 1 is good, -1 is bad.
       * @enum {integer}
       */
      rating: 1 | -1;
      /** @description What the person said to the rating; null for nothing. */
      comment: string | null;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updatedAt: string;
    };
    /** FeedbackPage */
    FeedbackPage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["Feedback"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /** FeedbackRequest */
    FeedbackRequest: {
      /**
       * @description 1 is good, -1 is bad.
       * @enum {integer}
       */
      rating: 1 | -1;
      /** @description What the person said to the rating; null for nothing. */
      comment?: string;
    };
    /**
     * FileInput
     * @description A PDF, a DOCX or a text: one of `fileId` and `data`.
     */
    FileInput: {
      /**
       * @description Always `file`.
       * @enum {string}
       */
      type: "file";
      /** @description A file of yours, from `POST /files` or from a message. */
      fileId?: string;
      /** @description A data URL in base64. What it says about its type is not believed. */
      data?: string;
      /** @description Its name. */
      name?: string;
    };
    /** FilePage */
    FilePage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["StoredFile"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /** FilePart */
    FilePart: {
      /**
       * @description Always `file`.
       * @enum {string}
       */
      type: "file";
      /** @description The file, by its id. */
      fileId: string;
      /** @description Its name. */
      name: string;
      /** @description Read from the bytes. */
      mediaType: string;
      /** @description The size, in bytes. */
      bytes: number;
    };
    /** ForgottenPassword */
    ForgottenPassword: {
      /** @description The address of a person. */
      email: string;
    };
    /** Fork */
    Fork: {
      /** @description The last message of the copy. */
      messageId: string;
    };
    /** FormOfFile */
    FormOfFile: {
      /**
       * Format: binary
       * @description One file; the field may have any name.
       */
      file: string;
    };
    /** FoundPassages */
    FoundPassages: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["Passage"][];
    };
    /** Grant */
    Grant: {
      /** @description The agent, by its id. */
      agentId: string;
      /** @description The workspace that it belongs to. */
      workspaceId: string;
      /** @description Whether the agent answers from the documents of its own workspace there, too. */
      knowledge: boolean;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
    };
    /** GrantPage */
    GrantPage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["Grant"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /** Handoff */
    Handoff: {
      /** @description The agent, by its id. */
      agentId: string;
      /** @description Why, in words. */
      reason?: string;
    };
    /** Health */
    Health: {
      /**
       * @description How far it is.
       * @enum {string}
       */
      status: "ok" | "degraded" | "down";
      /** @description The version of the gateway. */
      version: string;
      /** @description How long the process has been running, in seconds. */
      uptimeSeconds: number;
      /** @description Each part that the gateway needs. */
      checks: {
        /** @description Whether memory can be searched. */
        search: components["schemas"]["HealthCheck"];
        /** @description Whether the database answers. */
        database: components["schemas"]["HealthCheck"];
        /** @description Whether sockets can be opened. */
        websocket: components["schemas"]["HealthCheck"];
      };
    };
    /** HealthCheck */
    HealthCheck: {
      /**
       * @description How far it is.
       * @enum {string}
       */
      status: "ok" | "down";
      /** @description How long the answer took, in milliseconds. */
      latencyMs: number;
    };
    /** Heartbeat */
    Heartbeat: {
      /** @description Its id. */
      id: string;
      /** @description Its name. */
      name: string;
      /**
       * @description `rss`: RSS, Atom or JSON Feed; new items start the agent. `http`: a change of status or content starts it.
       * @enum {string}
       */
      type: "rss" | "http";
      /** @description An address on the web. */
      url: string;
      /** @description The agent, by its id. */
      agentId: string;
      /** @description What the agent is told to do with the news. */
      prompt: string;
      /** @description How often, in seconds; null if it does not repeat by itself. */
      intervalSeconds: number | null;
      /** @description Five parts (minute, hour, day, month, weekday), or six with one second first. */
      cron: string | null;
      /** @description The time zone of `cron`. Default: UTC. */
      timezone: string | null;
      /** @description The workspace that it belongs to. */
      workspaceId: string;
      /** @description The person it acts as: its maker, or the last who changed what it does. Null when that account was erased; then every run fails. */
      userId: string | null;
      /** @description The version of the agent it acts under: the one that the person it acts as has accepted. */
      acceptedVersion: number | null;
      /** @description The agent’s current version, if it is another one. It takes effect once it is accepted. */
      newerVersion: number | null;
      /** @description Whether it works now. Switched off, it stays as it is. */
      enabled: boolean;
      /** @description Why the gateway disabled it; null when a person did. */
      disabledReason: string | null;
      /** @description When it last ran; null if never. */
      lastRunAt: string | null;
      /** @description Null while it is disabled. */
      nextRunAt: string | null;
      /** @description How often it failed since it last succeeded. */
      consecutiveFailures: number;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updatedAt: string;
    };
    /** HeartbeatPage */
    HeartbeatPage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["Heartbeat"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /** HeartbeatRun */
    HeartbeatRun: {
      /** @description Its id. */
      id: string;
      /** @description The due time; null when it was fired by hand. */
      scheduledFor: string | null;
      /**
       * Format: date-time
       * @description When it began.
       */
      startedAt: string;
      /** @description How long it took, in milliseconds. */
      durationMs: number | null;
      /** @description The run of the agent, if it was started: a job of the person it acts as. */
      runId: string | null;
      /** @description What went wrong; null or absent if nothing did. */
      error: string | null;
      /**
       * @description `ok`: there was news and the agent was started. `failed`: the URL could not be read, or the agent failed; `error` says why.
       * @enum {string}
       */
      status: "ok" | "no_change" | "failed";
      /** @description How many new items there were. */
      itemCount: number;
      /** @description Null without an answer. */
      httpStatus: number | null;
    };
    /** HeartbeatRunPage */
    HeartbeatRunPage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["HeartbeatRun"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /** IdTokenExchange */
    IdTokenExchange: {
      /** @description Of a person whom an application has signed in at the provider. */
      idToken: string;
      /** @description What the application sent to the provider; the token must carry it. */
      nonce?: string;
    };
    /** IdentityProvider */
    IdentityProvider: {
      /** @description Its id. */
      id: string;
      /** @description Its name. */
      name: string;
      /** @description Where a browser begins to sign in. Takes `returnTo`, a path of the console. */
      startUrl: string;
    };
    /** IdentityProviders */
    IdentityProviders: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["IdentityProvider"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: null;
    };
    /**
     * ImageInput
     * @description PNG, JPEG, GIF or WebP: one of `fileId`, `url` and `data`.
     */
    ImageInput: {
      /**
       * @description Always `image`.
       * @enum {string}
       */
      type: "image";
      /** @description A file of yours, from `POST /files` or from a message. */
      fileId?: string;
      /** @description Fetched by the gateway, and never handed to a provider. */
      url?: string;
      /** @description A data URL in base64. What it says about its type is not believed. */
      data?: string;
      /** @description Its name. */
      name?: string;
    };
    /** ImagePart */
    ImagePart: {
      /**
       * @description Always `image`.
       * @enum {string}
       */
      type: "image";
      /** @description The image, by the id of its file. */
      fileId: string;
      /** @description Its name. */
      name: string;
      /** @description Read from the bytes. */
      mediaType: string;
      /** @description The size, in bytes. */
      bytes: number;
    };
    /** InboundAccepted */
    InboundAccepted: {
      /** @description The run, by its id; a run is one answer to one message. */
      runId: string;
      /** @description The conversation, by its id. */
      sessionId: string;
      /**
       * @description `accepted`: the answer goes to `replyUrl`. `awaiting_approval`: a person must say yes first.
       * @enum {string}
       */
      status: "accepted" | "awaiting_approval";
    };
    /** InboundAnswer */
    InboundAnswer: components["schemas"]["ChannelAnswer"] | components["schemas"]["ChannelChallenge"] | components["schemas"]["ChannelIgnored"];
    /**
     * InboundMessage
     * @description Or the event as GitHub or Slack sends it.
     */
    InboundMessage: {
      /** @description A text or a list of parts. Required, but where a vendor writes the body. */
      message?: string | (components["schemas"]["TextInput"] | components["schemas"]["ImageInput"] | components["schemas"]["FileInput"])[];
      /** @description Who says it; everyone has a session of their own. */
      from?: string;
    } & {
      [key: string]: unknown;
    };
    /** InterceptedDispatch */
    InterceptedDispatch: {
      /** @description Its id. */
      id: string;
      /** @description The webhook, by its id. */
      webhookId: string;
      /** @description What happened, such as `agent.completed`. */
      event: string;
      payload: components["schemas"]["WebhookPayload"];
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
    };
    /** InterceptedDispatchPage */
    InterceptedDispatchPage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["InterceptedDispatch"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /**
     * Invitation
     * @description Its token is in the mail, and nowhere else.
     */
    Invitation: {
      /** @description Its id. */
      id: string;
      /** @description The address of a person. */
      email: string;
      /**
       * @description What the person may do in the workspace.
       * @enum {string}
       */
      role: "owner" | "admin" | "member";
      /** @description Who invited them, by their id. */
      invitedBy: string;
      /**
       * Format: date-time
       * @description When it ends.
       */
      expiresAt: string;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
    };
    /** InvitationPage */
    InvitationPage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["Invitation"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /** InvokeTool */
    InvokeTool: {
      /** @description What the tool is given. */
      params?: {
        [key: string]: unknown;
      };
    };
    /** Job */
    Job: {
      /** @description Its id. */
      id: string;
      /** @description The run, by its id; a run is one answer to one message. */
      runId: string;
      /** @description The person, by their id. */
      userId: string;
      /**
       * @description The door that the run came through.
       * @enum {string}
       */
      kind: "chat" | "stream" | "websocket" | "channel" | "spawn" | "inference" | "mcp" | "ui" | "a2a" | "ag-ui" | "autonomous" | "batch" | "heartbeat" | "cron" | "swarm";
      /**
       * @description How far it is.
       * @enum {string}
       */
      status: "queued" | "running" | "awaiting_approval" | "awaiting_client_tool" | "completed" | "failed" | "cancelled";
      /** @description The conversation, by its id. */
      sessionId: string;
      /** @description The agent, by its id. */
      agentId: string;
      /** @description The batch, by its id. */
      batchId: string | null;
      /** @description The run that started this one; null if a person or a schedule did. */
      parentRunId: string | null;
      /** @description The text of the message that started the run. */
      message: string;
      /** @description Why the answer ended. */
      stopReason: ("end_turn" | "max_steps" | "max_tokens" | "invalid_output" | "cancelled" | "timeout" | "error") | null;
      /** @description The tokens that it took. */
      usage: {
        /** @description Tokens that the model was given, without those it had kept. */
        promptTokens: number;
        /** @description Tokens that the model wrote. */
        completionTokens: number;
        /** @description Of the prompt tokens: those from the provider’s cache. Absent for none. */
        cachedTokens?: number;
        /** @description Of the completion tokens: those of the reasoning. Absent for none. */
        reasoningTokens?: number;
      };
      /** @description What it cost, in US dollars. */
      costUsd: number;
      /** @description How many calls of tools were made. */
      toolCallCount: number;
      /** @description How long it took, in milliseconds. */
      durationMs: number;
      /** @description The connection and model that answered, as `connection/model`. */
      model: string | null;
      /** @description Present, and true, if the answer was kept from an earlier run (`cacheSeconds`). */
      cached?: boolean;
      /** @description What went wrong; null or absent if nothing did. */
      error: {
        /** @description The error, in one word that does not change. */
        code: string;
        /** @description A text, for people or for the model. */
        message: string;
        /** @description The HTTP status that fits the error. */
        status: number;
        /** @description Whether the same request may succeed later. */
        retryable: boolean;
        /** @description How long to wait, as the model’s provider says. */
        retryAfterSeconds?: number;
        /** @description The status and code of the model’s provider. */
        upstream?: {
          /** @description The HTTP status that the provider answered. */
          status: number;
          /** @description The provider’s own code; null if it sent none. */
          code: string | null;
        };
      } | null;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /** @description When it began. */
      startedAt: string | null;
      /** @description When it ended; null until then. */
      finishedAt: string | null;
    };
    /** JobDetails */
    JobDetails: {
      /** @description Its id. */
      id: string;
      /** @description The run, by its id; a run is one answer to one message. */
      runId: string;
      /** @description The person, by their id. */
      userId: string;
      /**
       * @description The door that the run came through.
       * @enum {string}
       */
      kind: "chat" | "stream" | "websocket" | "channel" | "spawn" | "inference" | "mcp" | "ui" | "a2a" | "ag-ui" | "autonomous" | "batch" | "heartbeat" | "cron" | "swarm";
      /**
       * @description How far it is.
       * @enum {string}
       */
      status: "queued" | "running" | "awaiting_approval" | "awaiting_client_tool" | "completed" | "failed" | "cancelled";
      /** @description The conversation, by its id. */
      sessionId: string;
      /** @description The agent, by its id. */
      agentId: string;
      /** @description The batch, by its id. */
      batchId: string | null;
      /** @description The run that started this one; null if a person or a schedule did. */
      parentRunId: string | null;
      /** @description The text of the message that started the run. */
      message: string;
      /** @description Why the answer ended. */
      stopReason: ("end_turn" | "max_steps" | "max_tokens" | "invalid_output" | "cancelled" | "timeout" | "error") | null;
      /** @description The tokens that it took. */
      usage: {
        /** @description Tokens that the model was given, without those it had kept. */
        promptTokens: number;
        /** @description Tokens that the model wrote. */
        completionTokens: number;
        /** @description Of the prompt tokens: those from the provider’s cache. Absent for none. */
        cachedTokens?: number;
        /** @description Of the completion tokens: those of the reasoning. Absent for none. */
        reasoningTokens?: number;
      };
      /** @description What it cost, in US dollars. */
      costUsd: number;
      /** @description How many calls of tools were made. */
      toolCallCount: number;
      /** @description How long it took, in milliseconds. */
      durationMs: number;
      /** @description The connection and model that answered, as `connection/model`. */
      model: string | null;
      /** @description Present, and true, if the answer was kept from an earlier run (`cacheSeconds`). */
      cached?: boolean;
      /** @description What went wrong; null or absent if nothing did. */
      error: {
        /** @description The error, in one word that does not change. */
        code: string;
        /** @description A text, for people or for the model. */
        message: string;
        /** @description The HTTP status that fits the error. */
        status: number;
        /** @description Whether the same request may succeed later. */
        retryable: boolean;
        /** @description How long to wait, as the model’s provider says. */
        retryAfterSeconds?: number;
        /** @description The status and code of the model’s provider. */
        upstream?: {
          /** @description The HTTP status that the provider answered. */
          status: number;
          /** @description The provider’s own code; null if it sent none. */
          code: string | null;
        };
      } | null;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /** @description When it began. */
      startedAt: string | null;
      /** @description When it ended; null until then. */
      finishedAt: string | null;
      /** @description What the message holds, if it is more than text. */
      parts?: (components["schemas"]["TextPart"] | components["schemas"]["ImagePart"] | components["schemas"]["FilePart"])[];
      /** @description The message, by its id. */
      messageId: string | null;
      /** @description The text. */
      content: string | null;
      /** @description With `responseFormat`: the answer as JSON; `content` is its text. */
      output?: unknown;
      /** @description What is wrong with the answer, if `stopReason` is `invalid_output`. */
      errors?: {
        /** @description Where in the value, such as `items.0.price`; empty for the whole. */
        path: string;
        /** @description A text, for people or for the model. */
        message: string;
      }[];
      /** @description The passages of documents that the agent answered from. */
      citations?: components["schemas"]["Citation"][];
      /** @description Calls of tools, in their order. */
      toolCalls: components["schemas"]["RunToolCall"][];
      /** @description The call that waits for a decision; null or absent if none does. */
      approval: components["schemas"]["PendingApproval"] | null;
      /** @description Calls that wait for the client, which runs the tools; absent if none does. */
      clientTools?: components["schemas"]["PendingClientTools"];
    };
    /** JobPage */
    JobPage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["Job"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /** Key */
    Key: {
      /** @description Its id. */
      id: string;
      /** @description Its name. */
      name: string;
      /** @description How the key begins, to tell keys apart. */
      prefix: string;
      /** @description The workspace that it belongs to. */
      workspaceId: string;
      /** @description Who made it, and in whose name it acts. */
      userId: string;
      /** @description The address of a person. */
      email: string;
      /** @description What the key may do; null for everything that its owner may. */
      scopes: string[] | null;
      /** @description The models that it may use; null for all. */
      models: string[] | null;
      /** @description The agents that it may use; null for all. */
      agents: string[] | null;
      /** @description The most that may be spent in a month, in US dollars; null for no limit. */
      monthlyBudgetUsd: number | null;
      /** @description The most requests a minute; null for no limit. */
      requestsPerMinute: number | null;
      /** @description When it ends. */
      expiresAt: string | null;
      /** @description When it was last used; null if never. */
      lastUsedAt: string | null;
      /** @description The network address that last used it; null if none did. */
      lastUsedIp: string | null;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
    };
    /** KeyPage */
    KeyPage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["Key"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /** KnowledgeDocument */
    KnowledgeDocument: {
      /** @description Its id. */
      id: string;
      /** @description The collection, by its id. */
      collectionId: string;
      /** @description Its title, for people. */
      title: string;
      /**
       * @description Where its text came from.
       * @enum {string}
       */
      source: "text" | "file" | "url";
      /** @description Of a document that is read from an address. */
      address: {
        /** @description An address on the web. */
        url: string;
        /** @description How often it is read again; null for never. */
        intervalSeconds: number | null;
        /** @description When it last answered. */
        readAt: string | null;
        /** @description When it is read again; null if it is not. */
        nextReadAt: string | null;
        /** @description Why it could not be read since. If there is an earlier form, that is searched. */
        problem: string | null;
      } | null;
      /** @description Your own names and texts. A search can be limited to documents that have them. */
      metadata: {
        [key: string]: string;
      };
      /**
       * @description While a document is replaced, it is searched in its earlier form until the new one is ready.
       * @enum {string}
       */
      status: "queued" | "processing" | "ready" | "failed";
      /** @description The share of its passages that are ready. */
      progress: number;
      /** @description Why it failed. */
      reason: string | null;
      /** @description How many of its passages are searched. */
      passages: number;
      /** @description The length of the text that is searched. */
      characters: number;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updatedAt: string;
    };
    /** KnowledgeDocumentPage */
    KnowledgeDocumentPage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["KnowledgeDocument"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /** McpAnswer */
    McpAnswer: {
      /**
       * @description Always `2.0`.
       * @enum {string}
       */
      jsonrpc: "2.0";
      /** @description The id of the request. */
      id: unknown;
      /** @description What was answered. */
      result?: {
        [key: string]: unknown;
      };
      /** @description What went wrong; null or absent if nothing did. */
      error?: {
        [key: string]: unknown;
      };
    };
    /**
     * McpError
     * @description An error as JSON-RPC writes it.
     */
    McpError: {
      /**
       * @description Always `2.0`.
       * @enum {string}
       */
      jsonrpc: "2.0";
      /** @description The id of the request; null if the request was not read. */
      id?: unknown;
      /** @description What went wrong; null or absent if nothing did. */
      error: {
        /** @description The number that JSON-RPC has for the error. */
        code: number;
        /** @description A text, for people or for the model. */
        message: string;
        /** @description The same problem as everywhere else. */
        data?: unknown;
      } & {
        [key: string]: unknown;
      };
    };
    /**
     * McpMessage
     * @description A request, a notification or an answer of the Model Context Protocol.
     */
    McpMessage: {
      /**
       * @description Always `2.0`.
       * @enum {string}
       */
      jsonrpc: "2.0";
      /** @description A text or a number; none for a notification. */
      id?: unknown;
      /** @description What is asked for, by its name in the protocol. */
      method?: string;
      /** @description What the method takes. */
      params?: {
        [key: string]: unknown;
      };
      /** @description Of an answer to the gateway: what the person decided. */
      result?: {
        [key: string]: unknown;
      };
      /** @description Of an answer to the gateway: why there is none. */
      error?: {
        [key: string]: unknown;
      };
    };
    /** McpServer */
    McpServer: {
      /** @description Its id. */
      id: string;
      /** @description Its name. */
      name: string;
      /** @description An address on the web. */
      url: string;
      /** @description The names of the stored headers; their values are never shown. */
      headerNames: string[];
      /** @description How many tools it has. */
      toolCount: number;
      /** @description Why its tools are absent; null when the last look at the server succeeded. */
      error: string | null;
      /** @description When it was last looked at; null if never. */
      checkedAt: string | null;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updatedAt: string;
    };
    /** McpServerPage */
    McpServerPage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["McpServer"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /** Me */
    Me: {
      /** @description Its id. */
      id: string;
      /** @description The address of a person. */
      email: string;
      /** @description Since when the address is known to be yours. */
      emailVerifiedAt: string | null;
      /** @description The address that counts once its mail was answered. */
      pendingEmail: string | null;
      /** @description Its name. */
      name: string | null;
      /** @description False for an account that signs in by an identity provider alone. */
      hasPassword: boolean;
      /** @description The workspace that requests act in when they name none. */
      defaultWorkspaceId: string;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
    };
    /** MeChange */
    MeChange: {
      /** @description Its name. */
      name?: string | null;
      /** @description The address of a person. */
      email?: string;
      /** @description Needed to change the address. */
      currentPassword?: string;
    };
    /** Member */
    Member: {
      /** @description The person, by their id. */
      userId: string;
      /** @description The address of a person. */
      email: string;
      /**
       * @description What the person may do in the workspace.
       * @enum {string}
       */
      role: "owner" | "admin" | "member";
      /**
       * @description A role that was offered and not yet accepted; until then it gives no rights.
       * @enum {string}
       */
      pendingRole?: "owner" | "admin" | "member";
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
    };
    /** MemberResult */
    MemberResult: {
      /** @description Its place; 0 is the first. */
      index: number;
      /** @description The agent, by its id. */
      agentId: string;
      /** @description The run, by its id; a run is one answer to one message. */
      runId: string | null;
      /**
       * @description How far it is.
       * @enum {string}
       */
      status: "queued" | "running" | "awaiting_approval" | "completed" | "failed" | "cancelled";
      /** @description The text. */
      content?: string;
      /** @description With `responseFormat`: the answer as JSON; `content` is its text. */
      output?: unknown;
      /** @description What is wrong with the answer, if `stopReason` is `invalid_output`. */
      errors?: {
        /** @description Where in the value, such as `items.0.price`; empty for the whole. */
        path: string;
        /** @description A text, for people or for the model. */
        message: string;
      }[];
      /** @description `GET /jobs/:runId` has the whole answer. */
      truncated?: boolean;
      /** @description What went wrong; null or absent if nothing did. */
      error?: {
        /** @description The error, in one word that does not change. */
        code: string;
        /** @description A text, for people or for the model. */
        message: string;
      };
    };
    /** MemoryDay */
    MemoryDay: {
      /**
       * Format: date
       * @description A day, in UTC.
       */
      date: string;
      /** @description In the order of their indexes. */
      entries: components["schemas"]["MemoryEntry"][];
    };
    /** MemoryDayPage */
    MemoryDayPage: {
      /** @description Newest first; days without entries are left out. */
      data: components["schemas"]["MemoryDay"][];
      /** @description Present when there are more entries; a day may continue on the next page. */
      nextCursor: string | null;
    };
    /** MemoryEntry */
    MemoryEntry: {
      /** @description Its id. */
      id: string;
      /**
       * @description How lasting the memory is.
       * @enum {string}
       */
      tier: "session" | "daily" | "profile" | "strategic";
      /**
       * Format: date
       * @description A day, in UTC.
       */
      date?: string;
      /** @description Never changes, and is never given to another entry. */
      index?: number;
      /** @description The field, for an entry of the profile. */
      field?: string;
      /** @description The text. */
      content: string;
      /** @description Who said it, and where. */
      source: {
        /**
         * @description Who it came from.
         * @enum {string}
         */
        kind: "user" | "agent" | "tool" | "external";
        /** @description The conversation, by its id. */
        sessionId?: string;
        /** @description The agent, by its id. */
        agentId?: string;
      };
      /** @description The entry it was promoted from. */
      originId?: string;
      /** @description The newer entry that replaced this one. A superseded entry is kept, but not found. */
      supersededBy?: string;
      /** @description How often an agent was reminded of it. */
      recallCount: number;
      /** @description When an agent was last reminded of it; null if never. */
      lastRecalledAt: string | null;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updatedAt: string;
    };
    /** MemoryEntryPage */
    MemoryEntryPage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["MemoryEntry"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /** MemoryExport */
    MemoryExport: {
      /** @description The person, by their id. */
      userId: string;
      /** @description The workspace that it belongs to. */
      workspaceId: string;
      /**
       * Format: date-time
       * @description When the copy was made.
       */
      exportedAt: string;
      /** @description What is known of the person. */
      profile: components["schemas"]["MemoryOfUser"];
      /** @description Tier by tier, oldest first; superseded ones too. */
      entries: components["schemas"]["MemoryEntry"][];
      /** @description Oldest first. */
      propagations: components["schemas"]["ExportedPropagation"][];
    };
    /** MemoryOfUser */
    MemoryOfUser: {
      /** @description The person, by their id. */
      userId: string;
      /** @description What is known of the person, by name. */
      fields: {
        [key: string]: unknown;
      };
      /** @description When it was last changed. */
      updatedAt: string | null;
    };
    /** MemoryOneDay */
    MemoryOneDay: {
      /**
       * Format: date
       * @description A day, in UTC.
       */
      date: string;
      /** @description In the order of their indexes. */
      entries: components["schemas"]["MemoryEntry"][];
      /** @description Present when there are more entries; a day may continue on the next page. */
      nextCursor: string | null;
    };
    /**
     * MemoryProfile
     * @description A policy that agents are bound to by their `memoryProfileId`.
     */
    MemoryProfile: {
      /** @description Its id. */
      id: string;
      /** @description Its name. */
      name: string;
      /** @description The tiers that are recalled from; nothing is recalled if empty. Default: all. */
      tiers: ("session" | "daily" | "profile" | "strategic")[];
      /** @description The most entries that a turn is shown. Default: 8. */
      recallLimit: number;
      /**
       * @description What is captured from a turn: nothing, what rules find, or what a second model call finds.
       * @enum {string}
       */
      autoCapture: "off" | "rules" | "model";
      /** @description Whether captured entries may be promoted. Default: true. */
      propagate: boolean;
      /** @description Daily entries and session summaries that came from agents bound to this profile are deleted after so many days; `null` keeps them. */
      retentionDays: number | null;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updatedAt: string;
    };
    /** MemoryProfilePage */
    MemoryProfilePage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["MemoryProfile"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /** MemorySearch */
    MemorySearch: {
      /** @description Closest in meaning first. */
      data: {
        /** @description The entry of memory that was found. */
        entry: components["schemas"]["MemoryEntry"];
        /** @description Higher is closer to the question. */
        score: number;
      }[];
    };
    /** Message */
    Message: {
      /** @description Its id. */
      id: string;
      /** @description The run, by its id; a run is one answer to one message. */
      runId: string | null;
      /** @description Its place in the conversation. */
      seq: number;
      /**
       * @description Who says it.
       * @enum {string}
       */
      role: "user" | "assistant" | "tool" | "system";
      /** @description The agent, by its id. */
      agentId: string;
      /** @description Its text. */
      content: string;
      /** @description What the message holds, if it is more than text. */
      parts?: (components["schemas"]["TextPart"] | components["schemas"]["ImagePart"] | components["schemas"]["FilePart"])[];
      /** @description Calls of tools, in their order. */
      toolCalls?: {
        /** @description Its id. */
        id: string;
        /** @description The name of a tool. */
        tool: string;
        /** @description What the tool is given. */
        params: unknown;
      }[];
      /**
       * @description How far it is.
       * @enum {string}
       */
      status: "complete" | "partial";
      /** @description The tokens that it took. */
      usage?: {
        /** @description Tokens that the model was given, without those it had kept. */
        promptTokens: number;
        /** @description Tokens that the model wrote. */
        completionTokens: number;
      };
      /** @description The passages of documents that the agent answered from. */
      citations?: components["schemas"]["Citation"][];
      /** @description What the gateway notes about the message, such as a handover. */
      meta?: {
        [key: string]: unknown;
      };
      /** @description All answers to the question, or all questions in its place, oldest first, with this one. */
      siblings?: string[];
      /** @description Which of the siblings this is, from 0. */
      siblingIndex?: number;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
    };
    /** MfaLogin */
    MfaLogin: {
      /** @description From the answer `mfa_required`. */
      mfaToken: string;
      /** @description Six digits of the authenticator app, or a recovery code. */
      code: string;
    };
    /** Model */
    Model: {
      /** @description `provider/model`, or `agent:<agentId>` to talk to an agent. */
      id: string;
      /**
       * @description Always `model`.
       * @enum {string}
       */
      object: "model";
      /** @description When it was made, in seconds since 1970. */
      created: number;
      /** @description The connection that has the model. */
      owned_by: string;
      /** @description A display name; for an agent, its name. */
      name: string;
    };
    /** ModelList */
    ModelList: {
      /**
       * @description Always `list`.
       * @enum {string}
       */
      object: "list";
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["Model"][];
    };
    /** NewAccount */
    NewAccount: {
      /** @description The address of a person. */
      email: string;
      /** @description At least 8 characters and at most 72 bytes. */
      password: string;
    };
    /** NewMemory */
    NewMemory: {
      /** @description At most 8000 characters. */
      content: string;
    };
    /** NotePage */
    NotePage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["MemoryEntry"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /**
     * OpenAiError
     * @description An error as OpenAI writes it.
     */
    OpenAiError: {
      /** @description What went wrong; null or absent if nothing did. */
      error: {
        /** @description A text, for people or for the model. */
        message: string;
        /** @description The kind of error, as the format of this door names it. */
        type: string;
        /** @description The field that the error is about; null if it is about none. */
        param: string | null;
        /** @description The same codes as everywhere else. */
        code: string | null;
      } & {
        [key: string]: unknown;
      };
    };
    /**
     * OperatorProvider
     * @description A connection of the operator.
     */
    OperatorProvider: {
      /** @description Its name. */
      name: string;
      /** @description The kind of provider. */
      kind: string;
      /** @description The connections that share its load; null if it stands alone. */
      pool: string | null;
      /** @description Its part of the load of its pool. */
      weight: number;
      /** @description How its latest calls went. */
      health: components["schemas"]["ProviderHealth"];
      /** @description Only for owners and admins; null for others. */
      lastDay: components["schemas"]["ProviderLastDay"] | null;
    };
    /** Passage */
    Passage: {
      /** @description The document, by its id. */
      documentId: string;
      /** @description Of the document. */
      title: string;
      /** @description The headings above the passage, outermost first, with ` › ` between them. */
      heading: string;
      /** @description Of a PDF; 1 is the first. */
      page: number | null;
      /** @description How well it fits; 1 is best. */
      score: number;
      /** @description The passage: the text of the document from `start` to `end`. */
      quote: string;
      /** @description In UTF-16 units, as strings of JavaScript count. */
      start: number;
      /** @description The place behind the last unit. */
      end: number;
    };
    /** PasswordChange */
    PasswordChange: {
      /** @description The password that holds now, to make sure that it is you. */
      currentPassword: string;
      /** @description At least 8 characters and at most 72 bytes. */
      newPassword: string;
      /** @description Of the sign-in that stays. All others end. */
      refreshToken?: string;
    };
    /** PasswordReset */
    PasswordReset: {
      /** @description From the mail. */
      token: string;
      /** @description At least 8 characters and at most 72 bytes. */
      newPassword: string;
    };
    /** PendingApproval */
    PendingApproval: {
      /** @description The request, as the operator finds it in the log. */
      requestId: string;
      /** @description The name of a tool. */
      tool: string;
      /** @description What the tool is given. */
      params: unknown;
      /**
       * Format: date-time
       * @description When it ends.
       */
      expiresAt: string;
    };
    /** PendingClientTools */
    PendingClientTools: {
      /** @description The calls, in their order. */
      calls: {
        /** @description The call of the tool, by its id; its result has the same. */
        toolCallId: string;
        /** @description The name of a tool. */
        tool: string;
        /** @description What the tool is given. */
        params: unknown;
      }[];
      /**
       * Format: date-time
       * @description When it ends.
       */
      expiresAt: string;
    };
    /**
     * PersonBudget
     * @description What the operator lets you spend over all workspaces.
     */
    PersonBudget: {
      /** @description Exact to the nano-dollar below eight million dollars. */
      monthlyUsd: number;
      /** @description Exact to the nano-dollar below eight million dollars. */
      spentUsd: number;
      /** @description For what is under way. */
      reservedUsd: number;
      /**
       * Format: date-time
       * @description When the count begins again.
       */
      resetsAt: string;
    };
    /** Presence */
    Presence: {
      /** @description The items, in the order that the operation says. */
      data: {
        /** @description The agent, by its id. */
        agentId: string;
        /** @description Its name. */
        name: string;
        /**
         * @description What the agent does now.
         * @enum {string}
         */
        state: "idle" | "thinking" | "tool" | "awaiting_approval" | "awaiting_client_tool";
        /** @description The conversation, by its id. */
        sessionId: string | null;
        /** @description The run, by its id; a run is one answer to one message. */
        runId: string | null;
        /** @description Since when; null if it is not so. */
        since: string | null;
      }[];
    };
    /**
     * Problem
     * @description An error, as RFC 9457 describes it.
     */
    Problem: {
      /** @description The kind of problem, as a URN that ends with its code. */
      type: string;
      /** @description Its title, for people. */
      title: string;
      /** @description The HTTP status of the answer. */
      status: number;
      /** @description What happened, in words. */
      detail: string;
      /** @description Stable and machine-readable. */
      code: string;
      /** @description The request, as the operator finds it in the log. */
      requestId: string;
      /** @description The offending fields, each by its path in the request. */
      errors?: {
        /** @description Where in the value, such as `items.0.price`; empty for the whole. */
        path: string;
        /** @description A text, for people or for the model. */
        message: string;
      }[];
    } & {
      [key: string]: unknown;
    };
    /** Propagation */
    Propagation: {
      /** @description Its id. */
      id: string;
      /** @description The entry of memory, by its id. */
      entryId: string;
      /** @description What the memory became in the higher tier, by its id. */
      targetId: string;
      /**
       * @description The tier that the memory was in.
       * @enum {string}
       */
      fromTier: "session" | "daily" | "profile" | "strategic";
      /**
       * @description The tier that the memory is in now, or would be.
       * @enum {string}
       */
      toTier: "session" | "daily" | "profile" | "strategic";
      /** @description The text. */
      content: string;
      /** @description Why, in words. */
      reason: string;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /** @description When it was taken back; null if it was not. */
      revertedAt: string | null;
    };
    /** PropagationGate */
    PropagationGate: {
      /** @description What is asked of a memory before it is promoted. */
      gate: string;
      /** @description Whether that was so. */
      passed: boolean;
      /** @description What happened, in words. */
      detail: string;
    };
    /** PropagationJudgement */
    PropagationJudgement: {
      /** @description Its id. */
      id?: string;
      /** @description The entry of memory, by its id. */
      entryId: string;
      /**
       * @description The tier that the memory was in.
       * @enum {string}
       */
      fromTier: "session" | "daily" | "profile" | "strategic";
      /**
       * @description The tier that the memory is in now, or would be.
       * @enum {string}
       */
      toTier: "session" | "daily" | "profile" | "strategic";
      /** @description The field of the profile. */
      field?: string;
      /** @description The text. */
      content: string;
      /** @description Why, in words. */
      reason: string;
      /** @description Everything that was asked of the memory before it is promoted. */
      gates: components["schemas"]["PropagationGate"][];
    };
    /** PropagationPage */
    PropagationPage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["Propagation"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /** PropagationReport */
    PropagationReport: {
      /** @description Whether it was only tried: nothing has changed. */
      dryRun: boolean;
      /** @description Entries that were promoted, or would be. */
      propagations: components["schemas"]["PropagationJudgement"][];
      /** @description Entries that were not promoted, and the gates they did not pass. */
      skipped: components["schemas"]["PropagationJudgement"][];
    };
    /** PropagationRequest */
    PropagationRequest: {
      /** @description Reports what would be promoted, and changes nothing. */
      dryRun?: boolean;
    } | null;
    /**
     * ProtectedResource
     * @description Metadata of RFC 9728.
     */
    ProtectedResource: {
      /** @description The address that tokens are for. */
      resource: string;
      /** @description What people call it. */
      resource_name: string;
      /** @description The issuers of the configured identity providers. */
      authorization_servers: string[];
      /** @description How a token may be sent. */
      bearer_methods_supported: string[];
      /** @description Where people read about it. */
      resource_documentation: string;
    };
    /**
     * Provider
     * @description A connection of the workspace to a provider of models.
     */
    Provider: {
      /** @description Its id. */
      id: string;
      /** @description The workspace that it belongs to. */
      workspaceId: string;
      /** @description Its name. */
      name: string;
      /**
       * @description `azure-openai` and `openai-compatible` need a `baseUrl`; the others know theirs.
       * @enum {string}
       */
      kind: "openai" | "anthropic" | "google" | "openai-compatible" | "azure-openai" | "openrouter" | "mistral" | "groq" | "deepseek" | "xai" | "together" | "ollama" | "vllm";
      /** @description Only for owners and admins; null: the known address of the kind. */
      baseUrl: string | null;
      /** @description Whether a key is stored. It is never shown again. */
      hasApiKey: boolean;
      /** @description Only for owners and admins; empty for others. */
      headerNames: string[];
      /** @description The models that it offers; null for all that it lists itself. */
      models: string[] | null;
      /** @description The connections that share its load; null if it stands alone. */
      pool: string | null;
      /** @description Its part of the load of its pool. */
      weight: number;
      /** @description How long the first word may take, in milliseconds; null for the usual time. */
      firstTokenTimeoutMs: number | null;
      /** @description How long it may take, in milliseconds. */
      timeoutMs: number | null;
      /** @description How its latest calls went. */
      health: components["schemas"]["ProviderHealth"];
      /** @description Only for owners and admins; null for others. */
      lastDay: components["schemas"]["ProviderLastDay"] | null;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updatedAt: string;
    };
    /**
     * ProviderHealth
     * @description As the node that answers knows it.
     */
    ProviderHealth: {
      /**
       * @description How far it is.
       * @enum {string}
       */
      status: "unknown" | "ok" | "cooling_down" | "key_refused";
      /** @description What failed last; only for owners and admins. */
      reason: string | null;
      /** @description Until when it is not asked first. */
      until: string | null;
    };
    /**
     * ProviderLastDay
     * @description The last 24 hours of this workspace.
     */
    ProviderLastDay: {
      /** @description How often it was tried. */
      attempts: number;
      /** @description How many of them failed. */
      failures: number;
      /** @description Failed attempts after which another was asked. */
      fallbacks: number;
      /** @description Of the attempts that succeeded. */
      averageMs: number | null;
      /** @description What it cost, in US dollars. */
      costUsd: number;
    };
    /** ProviderList */
    ProviderList: {
      /** @description The connections of the workspace. */
      providers: components["schemas"]["Provider"][];
      /** @description Empty where the workspace does not use them. */
      operator: components["schemas"]["OperatorProvider"][];
    };
    /** ProviderLogout */
    ProviderLogout: {
      /** @description Where the browser goes to end its sign-in at the provider as well; null when there is none to end. */
      url: string | null;
    };
    /** ProviderTest */
    ProviderTest: {
      /** @description Whether it works. */
      ok: boolean;
      /** @description How long the answer took, in milliseconds. */
      latencyMs: number;
      /** @description How many models it lists, if it lists them. */
      models: number | null;
      /** @description Why, in words. */
      reason?: string;
    };
    /**
     * QueuedFrame
     * @description Other turns of the session come first.
     */
    QueuedFrame: {
      /**
       * @description Always `queued`.
       * @enum {string}
       */
      type: "queued";
      /** @description The run, by its id; a run is one answer to one message. */
      runId: string;
      /** @description The conversation, by its id. */
      sessionId: string;
      /** @description The agent, by its id. */
      agentId: string;
      /** @description Increases, not always by one. A stream resumes after it. */
      seq: number;
      /** @description Its place in the queue of the conversation. */
      position: number;
    };
    /** Readiness */
    Readiness: {
      /**
       * @description How far it is.
       * @enum {string}
       */
      status: "ready" | "starting" | "draining" | "database_away";
    };
    /**
     * ReasoningChunkFrame
     * @description More of the model’s reasoning; only with `showReasoning`.
     */
    ReasoningChunkFrame: {
      /**
       * @description Always `reasoning_chunk`.
       * @enum {string}
       */
      type: "reasoning_chunk";
      /** @description The run, by its id; a run is one answer to one message. */
      runId: string;
      /** @description The conversation, by its id. */
      sessionId: string;
      /** @description The agent, by its id. */
      agentId: string;
      /** @description Increases, not always by one. A stream resumes after it. */
      seq: number;
      /** @description What is added to the text so far. */
      delta: string;
    };
    /**
     * RecoveryCodes
     * @description Each works once instead of a code. They are shown this once.
     */
    RecoveryCodes: {
      /** @description Codes that work once each in place of the second factor. They are shown this once. */
      recoveryCodes: string[];
    };
    /** RefreshRequest */
    RefreshRequest: {
      /** @description Exchanged for the next pair of tokens; it works once. */
      refreshToken: string;
    };
    /** RefusedUser */
    RefusedUser: {
      /** @description The person, by their id. */
      userId: string;
      /** @description What went wrong; null or absent if nothing did. */
      error: {
        /** @description The error, in one word that does not change. */
        code: string;
        /** @description A text, for people or for the model. */
        message: string;
      };
    };
    /** RegenerateRequest */
    RegenerateRequest: {
      /** @description The answer to give again, or its question, on the chosen path. Default: the last question. */
      messageId?: string;
      /** @description A text, or a list of parts: texts, images and files. */
      message?: string | (components["schemas"]["TextInput"] | components["schemas"]["ImageInput"] | components["schemas"]["FileInput"])[];
      /** @description The answer is server-sent events, as those of a chat. */
      stream?: boolean;
      responseFormat?: components["schemas"]["ResponseFormat"];
      /**
       * @description How much the model reasons before it answers; a model that cannot do so answers all the same.
       * @enum {string}
       */
      reasoning?: "off" | "low" | "medium" | "high";
      /** @description Send the model’s reasoning as `reasoning_chunk` events, where its provider tells it. */
      showReasoning?: boolean;
    };
    /** Registration */
    Registration: {
      /** @description The address of a person. */
      email: string;
      /** @description At least 8 characters and at most 72 bytes. */
      password: string;
      /** @description The token of an invitation to this address: the account is a member of that workspace at once. */
      invitation?: string;
    };
    /** Replay */
    Replay: {
      /** @description How many are, or would be, sent again. */
      count: number;
      /** @description Whether it was only tried: nothing has changed. */
      dryRun: boolean;
    };
    /** ReplayRequest */
    ReplayRequest: {
      /** @description The webhook, by its id. */
      webhookId?: string;
      /**
       * Format: date-time
       * @description Only deliveries created then or later.
       */
      since?: string;
      /** @description Say how many there are and send nothing. */
      dryRun?: boolean;
    };
    /** ResetDone */
    ResetDone: {
      /** @description What was made empty. */
      reset: string[];
    };
    /** ResetRequest */
    ResetRequest: {
      /** @description The agent, by its id. */
      agentId?: string;
      /** @description Where the conversation takes place; each has one open session for each person and agent. */
      surface?: string;
    } | null;
    /** ResolveApproval */
    ResolveApproval: {
      /**
       * @description What the person decided.
       * @enum {string}
       */
      decision: "approve" | "deny";
      /** @description Why, in words. */
      reason?: string;
    };
    /**
     * ResponseFormat
     * @description The answer is JSON of this schema: `output` beside `content`.
     */
    ResponseFormat: {
      /**
       * @description Always `json_schema`.
       * @enum {string}
       */
      type: "json_schema";
      /** @description Its name. */
      name: string;
      /** @description What it is for, in words. */
      description?: string;
      /** @description A JSON Schema of type `object`, up to 32,768 characters, that does not refer to itself. */
      schema: {
        [key: string]: unknown;
      };
      /** @description The provider enforces the schema, if it can. Some then accept fewer schemas. */
      strict?: boolean;
    };
    /** ResponseInputItem */
    ResponseInputItem: {
      /** @description `message`, `function_call`, `function_call_output`, `reasoning` or `item_reference`. */
      type?: string | null;
      /** @description Its id. */
      id?: string | null;
      /** @description How far it is. */
      status?: string | null;
      /** @description Who says it. */
      role?: ("user" | "assistant" | "system" | "developer") | null;
      /** @description The text. */
      content?: string | {
        /** @description What kind of part it is. */
        type: string;
        /** @description The text. */
        text?: string | null;
        /** @description Why the model did not answer; null if it did. */
        refusal?: string | null;
        /** @description A data URL in base64, or an address that the gateway fetches. */
        image_url?: string | null;
        /** @description A file of yours, from `POST /files`. */
        file_id?: string | null;
        /** @description A data URL in base64. */
        file_data?: string | null;
        /** @description Not possible: send `file_data` or `file_id`. */
        file_url?: unknown;
        /** @description What the file is called. */
        filename?: string | null;
        /** @description Not used. */
        detail?: unknown;
      }[] | null;
      /** @description Not used. */
      phase?: unknown;
      /** @description The call, by its id; its result has the same. */
      call_id?: string | null;
      /** @description Its name. */
      name?: string | null;
      /** @description What the function is given, as JSON in a text. */
      arguments?: string | null;
      /** @description What the tool answered. */
      output?: string | {
        /** @description What kind of part it is. */
        type: string;
        /** @description The text. */
        text?: string | null;
        /** @description Why the model did not answer; null if it did. */
        refusal?: string | null;
        /** @description A data URL in base64, or an address that the gateway fetches. */
        image_url?: string | null;
        /** @description A file of yours, from `POST /files`. */
        file_id?: string | null;
        /** @description A data URL in base64. */
        file_data?: string | null;
        /** @description Not possible: send `file_data` or `file_id`. */
        file_url?: unknown;
        /** @description What the file is called. */
        filename?: string | null;
        /** @description Not used. */
        detail?: unknown;
      }[] | null;
      /** @description The model’s reasoning in short. */
      summary?: {
        /** @description What kind of part it is. */
        type: string;
        /** @description The text. */
        text?: string | null;
        /** @description Why the model did not answer; null if it did. */
        refusal?: string | null;
        /** @description A data URL in base64, or an address that the gateway fetches. */
        image_url?: string | null;
        /** @description A file of yours, from `POST /files`. */
        file_id?: string | null;
        /** @description A data URL in base64. */
        file_data?: string | null;
        /** @description Not possible: send `file_data` or `file_id`. */
        file_url?: unknown;
        /** @description What the file is called. */
        filename?: string | null;
        /** @description Not used. */
        detail?: unknown;
      }[] | null;
      /** @description The model’s reasoning as it was received, to be sent back unchanged. */
      encrypted_content?: string | null;
    };
    /** ResponseObject */
    ResponseObject: {
      /** @description Its id. */
      id: string;
      /**
       * @description Always `response`.
       * @enum {string}
       */
      object: "response";
      /** @description When it was made, in seconds since 1970. */
      created_at: number;
      /** @description When it ended, in seconds since 1970; null until then. */
      completed_at: number | null;
      /**
       * @description How far it is.
       * @enum {string}
       */
      status: "in_progress" | "completed" | "incomplete" | "failed";
      /** @description What went wrong; null or absent if nothing did. */
      error: {
        /** @description The error, in one word that does not change. */
        code: string;
        /** @description A text, for people or for the model. */
        message: string;
      } | null;
      /** @description Why the answer is cut short; null if it is whole. */
      incomplete_details: {
        /**
         * @description Why, in words.
         * @enum {string}
         */
        reason: "max_output_tokens" | "content_filter";
      } | null;
      /** @description The model. */
      model: string;
      /** @description What the model is told before the conversation. */
      instructions: string | null;
      /** @description The response that this one continues; null for a new conversation. */
      previous_response_id: string | null;
      /** @description `reasoning`, `message` and `function_call` items. */
      output: {
        [key: string]: unknown;
      }[];
      /** @description The tokens that it took. */
      usage: {
        /** @description Tokens that the model was given. */
        input_tokens: number;
        /** @description What of the given tokens was kept from before. */
        input_tokens_details: {
          /** @description Tokens that the provider had kept from before; they cost less. */
          cached_tokens: number;
        };
        /** @description Tokens that the model wrote. */
        output_tokens: number;
        /** @description What the written tokens were for. */
        output_tokens_details: {
          /** @description Tokens that the model thought with; they are counted as written. */
          reasoning_tokens: number;
        };
        /** @description All tokens together. */
        total_tokens: number;
      } | null;
      /** @description The tools that may be used. */
      tools: {
        [key: string]: unknown;
      }[];
      /** @description Whether the model must call a tool, may, or must not. */
      tool_choice: string | {
        [key: string]: unknown;
      };
      /** @description Whether the model may ask for several tools at once. */
      parallel_tool_calls: boolean;
      /** @description The text, or how it is to be written. */
      text: {
        [key: string]: unknown;
      };
      /** @description How much the model reasons before it answers. */
      reasoning: {
        /** @description How much the model reasons before it answers. */
        effort: string | null;
        /** @description The model’s reasoning in short. */
        summary: string | null;
      };
      /** @description How freely the model chooses its words; null for its own way. */
      temperature: number;
      /** @description Only the likeliest words that together have this probability are chosen from. */
      top_p: number;
      /** @description How strongly subjects that were already mentioned are avoided. */
      presence_penalty: number;
      /** @description How strongly words that were already used are avoided. */
      frequency_penalty: number;
      /** @description Always 0: probabilities are not reported. */
      top_logprobs: number;
      /** @description The longest answer, in tokens. */
      max_output_tokens: number | null;
      /** @description The most calls of tools in one answer. */
      max_tool_calls: number | null;
      /**
       * @description Always `disabled`.
       * @enum {string}
       */
      truncation: "disabled";
      /** @description Whether the response is kept and can be continued. */
      store: boolean;
      /** @description Whether the answer is made in the background. */
      background: boolean;
      /** @description The provider’s class of service. */
      service_tier: string;
      /** @description Anything of yours. */
      metadata: {
        [key: string]: string;
      };
      /** @description Taken, and not used. */
      safety_identifier: string | null;
      /** @description Taken, and not used. */
      prompt_cache_key: string | null;
    };
    /** ResponseRequest */
    ResponseRequest: {
      /** @description `provider/model`, or `agent:<agentId>` to talk to an agent. */
      model: string;
      /** @description What is asked: a text, or the messages and results of tools in their order. */
      input: string | components["schemas"]["ResponseInputItem"][];
      /** @description A system message. It is not carried over to later responses. */
      instructions?: string | null;
      /** @description The response that this one continues; null for a new conversation. */
      previous_response_id?: string | null;
      /** @description Whether the response can be read and continued later; true by default. */
      store?: boolean | null;
      /** @description Kept as it is. */
      metadata?: {
        [key: string]: string;
      } | null;
      /** @description Whether the answer is sent while it is written, as events. */
      stream?: boolean | null;
      /** @description Not used: events are not padded. */
      stream_options?: unknown;
      /** @description The tools that may be used. */
      tools?: {
        /** @description Only `function` is possible. */
        type: string;
        /** @description Its name. */
        name?: string | null;
        /** @description What it is for, in words. */
        description?: string | null;
        /** @description What it takes, as JSON Schema. */
        parameters?: {
          [key: string]: unknown;
        } | null;
        /** @description Whether what the model writes must fit the schema exactly. */
        strict?: boolean | null;
      }[] | null;
      /** @description Whether the model must call a tool, may, or must not. */
      tool_choice?: (("none" | "auto" | "required") | {
        /** @description `function` or `allowed_tools`. */
        type: string;
        /** @description Its name. */
        name?: string;
        /**
         * @description Whether the model must call one of them, or may.
         * @enum {string}
         */
        mode?: "auto" | "required";
        /** @description The tools that may be used. */
        tools?: {
          /**
           * @description Always `function`.
           * @enum {string}
           */
          type: "function";
          /** @description Its name. */
          name: string;
        }[];
      }) | null;
      /** @description Whether the model may ask for several tools at once. */
      parallel_tool_calls?: boolean | null;
      /** @description The text, or how it is to be written. */
      text?: {
        /** @description The format that the answer must have. */
        format?: {
          /**
           * @description Whether the answer is free text, any JSON, or JSON of a schema.
           * @enum {string}
           */
          type: "text" | "json_object" | "json_schema";
          /** @description Its name. */
          name?: string | null;
          /** @description What it is for, in words. */
          description?: string | null;
          /** @description The format of the answer, as JSON Schema. */
          schema?: {
            [key: string]: unknown;
          } | null;
          /** @description Whether what the model writes must fit the schema exactly. */
          strict?: boolean | null;
        } | null;
        /** @description Only `medium` is possible. */
        verbosity?: string | null;
      } | null;
      /** @description How much the model reasons before it answers. */
      reasoning?: {
        /** @description How much the model reasons before it answers. */
        effort?: string | null;
        /** @description Not used: what a model tells of its reasoning is returned. */
        summary?: unknown;
        /** @description Not used. */
        generate_summary?: unknown;
      } | null;
      /** @description How freely the model chooses its words; null for its own way. */
      temperature?: number | null;
      /** @description Only the likeliest words that together have this probability are chosen from. */
      top_p?: number | null;
      /** @description How strongly subjects that were already mentioned are avoided. */
      presence_penalty?: number | null;
      /** @description How strongly words that were already used are avoided. */
      frequency_penalty?: number | null;
      /** @description The longest answer, in tokens. */
      max_output_tokens?: number | null;
      /** @description Kept; it limits tools that models do not have here. */
      max_tool_calls?: number | null;
      /** @description Only `reasoning.encrypted_content` is possible. */
      include?: string[] | null;
      /** @description Only `disabled` is possible. */
      truncation?: ("auto" | "disabled") | null;
      /** @description Only `auto` and `default` are possible. */
      service_tier?: string | null;
      /** @description Only 0 is possible. */
      top_logprobs?: number | null;
      /** @description Not used. */
      prompt_cache_key?: string | null;
      /** @description Not used. */
      safety_identifier?: string | null;
      /** @description Not used. */
      prompt_cache_retention?: unknown;
      /** @description Not used. */
      prompt_cache_options?: unknown;
      /** @description Not used. */
      user?: unknown;
      /** @description Only false is possible. */
      background?: boolean | null;
      /** @description Not possible: send `previous_response_id`. */
      conversation?: unknown;
      /** @description Not possible. */
      prompt?: unknown;
      /** @description Not possible. */
      context_management?: unknown;
      /** @description Not possible. */
      moderation?: unknown;
      /** @description Not possible. */
      image?: unknown;
      /** @description Not possible. */
      access_programs?: unknown;
    };
    /**
     * Restrictions
     * @description What the workspace may use; null allows everything.
     */
    Restrictions: {
      /** @description The providers that may be used; null for all. */
      allowedProviders: string[] | null;
      /** @description The models that may be used; null for all. */
      allowedModels: string[] | null;
    };
    /** RotatedSecret */
    RotatedSecret: {
      /** @description Its id. */
      id: string;
      /** @description Shown this once. */
      secret: string;
      /** @description Until then `webhook-signature` holds a signature by the previous secret as well. */
      previousSecretExpiresAt: string | null;
    };
    /** RunAgentInput */
    RunAgentInput: {
      /** @description The id of a session of yours, or your own name for a conversation that the gateway keeps. */
      threadId: string;
      /** @description Yours, for the events. */
      runId: string;
      /** @description The version of the protocol. */
      protocolVersion?: string;
      /** @description Not used. */
      parentRunId?: string | null;
      /** @description The last one counts: the session has those before. */
      messages: components["schemas"]["AgUiMessage"][];
      /** @description Run at the client. */
      tools?: {
        /** @description Its name. */
        name: string;
        /** @description What it is for, in words. */
        description?: string;
        /** @description What it takes, as JSON Schema. */
        parameters?: {
          [key: string]: unknown;
        };
      }[];
      /** @description Decisions about the tools that the run waits with. */
      resume?: {
        /** @description The decision that the run waits for, by its id. */
        interruptId: string;
        /**
         * @description How far it is.
         * @enum {string}
         */
        status: "resolved" | "cancelled";
        /** @description `{"approved": true}`, or false with a `reason`. */
        payload?: unknown;
      }[] | null;
      /** @description What the gateway is told besides: the agent, and how much it reasons. */
      forwardedProps?: ({
        /** @description Without one, the default agent. */
        agentId?: string;
        /**
         * @description How much the model reasons before it answers.
         * @enum {string}
         */
        reasoning?: "off" | "low" | "medium" | "high";
        /** @description Whether the model’s reasoning is sent too. */
        showReasoning?: boolean;
      } & {
        [key: string]: unknown;
      }) | null;
      /** @description Only an empty list is possible. */
      context?: unknown[];
      /** @description Only an empty one is possible. */
      state?: unknown;
    };
    /**
     * RunFrame
     * @description One event of a run: the data of a server-sent event, or a WebSocket frame.
     */
    RunFrame: components["schemas"]["SessionResolvedFrame"] | components["schemas"]["QueuedFrame"] | components["schemas"]["StreamChunkFrame"] | components["schemas"]["ReasoningChunkFrame"] | components["schemas"]["ToolCallFrame"] | components["schemas"]["ToolResultFrame"] | components["schemas"]["ApprovalRequiredFrame"] | components["schemas"]["ApprovalResolvedFrame"] | components["schemas"]["ClientToolsRequiredFrame"] | components["schemas"]["StreamDoneFrame"] | components["schemas"]["ErrorFrame"];
    /** RunToolCall */
    RunToolCall: {
      /** @description Its id. */
      id: string;
      /** @description The name of a tool. */
      tool: string;
      /** @description What the tool is given. */
      params: unknown;
      /** @description What was answered. */
      result: unknown;
      /** @description Whether the tool reported a failure. */
      isError: boolean;
      /** @description How long it took, in milliseconds. */
      durationMs: number;
    };
    /** SearchHit */
    SearchHit: {
      /** @description The conversation, by its id. */
      sessionId: string;
      /** @description The message, by its id. */
      messageId: string;
      /** @description The agent, by its id. */
      agentId: string;
      /** @description Who says it. */
      role: string;
      /** @description The words around what was found. */
      snippet: string;
      /** @description From 0 to 1, by how often the words occur. The order is newest first. */
      score: number;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
    };
    /** SearchHitPage */
    SearchHitPage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["SearchHit"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /** SecondFactor */
    SecondFactor: {
      /** @description Whether signing in asks for a code. */
      totp: boolean;
      /** @description Since when; null if it is not so. */
      since: string | null;
      /** @description How many recovery codes are not used yet. */
      recoveryCodesLeft: number;
    };
    /** SeenConnection */
    SeenConnection: {
      /** @description Those of workspaces are `own`. */
      connection: string;
      /** @description How often it was tried. */
      attempts: number;
      /** @description How often it failed, by reason. */
      failures: {
        [key: string]: number;
      };
      /** @description How often another connection was asked instead, by reason. */
      fallbacks: {
        [key: string]: number;
      };
      /** @description How often it was left alone for a while, by reason. */
      cooldowns: {
        [key: string]: number;
      };
    };
    /** ServiceAccount */
    ServiceAccount: {
      /** @description Its id. */
      id: string;
      /** @description Its name. */
      name: string;
      /**
       * Format: date-time
       * @description When it ends.
       */
      expiresAt: string;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
    };
    /** ServiceAccountPage */
    ServiceAccountPage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["ServiceAccount"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /** Session */
    Session: {
      /** @description Its id. */
      id: string;
      /** @description The workspace that it belongs to. */
      workspaceId: string;
      /** @description The person, by their id. */
      userId: string;
      /** @description The agent, by its id. */
      agentId: string;
      /** @description Where the conversation takes place; each has one open session for each person and agent. */
      surface: string;
      /** @description Its title, for people. */
      title: string | null;
      /**
       * @description How far it is.
       * @enum {string}
       */
      status: "active" | "closed";
      /** @description Whether it stands above the others. */
      pinned: boolean;
      /** @description Anything of yours, up to 16 KiB. */
      metadata: {
        [key: string]: unknown;
      };
      /** @description How many messages it has. */
      messageCount: number;
      /** @description The tokens that it took. */
      usage: {
        /** @description Tokens that the model was given, without those it had kept. */
        promptTokens: number;
        /** @description Tokens that the model wrote. */
        completionTokens: number;
      };
      /** @description What it cost, in US dollars. */
      costUsd: number;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updatedAt: string;
      /** @description When the last message was written. */
      lastMessageAt: string | null;
    };
    /** SessionChange */
    SessionChange: {
      /** @description Its title, for people. */
      title?: string;
      /** @description Whether it stands above the others. */
      pinned?: boolean;
      /** @description Anything of yours, up to 16 KiB. */
      metadata?: {
        [key: string]: unknown;
      };
    };
    /** SessionDetails */
    SessionDetails: {
      /** @description Its id. */
      id: string;
      /** @description The workspace that it belongs to. */
      workspaceId: string;
      /** @description The person, by their id. */
      userId: string;
      /** @description The agent, by its id. */
      agentId: string;
      /** @description Where the conversation takes place; each has one open session for each person and agent. */
      surface: string;
      /** @description Its title, for people. */
      title: string | null;
      /**
       * @description How far it is.
       * @enum {string}
       */
      status: "active" | "closed";
      /** @description Whether it stands above the others. */
      pinned: boolean;
      /** @description Anything of yours, up to 16 KiB. */
      metadata: {
        [key: string]: unknown;
      };
      /** @description How many messages it has. */
      messageCount: number;
      /** @description The tokens that it took. */
      usage: {
        /** @description Tokens that the model was given, without those it had kept. */
        promptTokens: number;
        /** @description Tokens that the model wrote. */
        completionTokens: number;
      };
      /** @description What it cost, in US dollars. */
      costUsd: number;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updatedAt: string;
      /** @description When the last message was written. */
      lastMessageAt: string | null;
      /** @description Oldest first. */
      messages: components["schemas"]["Message"][];
      /** @description There are older messages; get them with `before`. */
      hasMore: boolean;
    };
    /** SessionExport */
    SessionExport: {
      /** @description The conversation itself. */
      session: {
        /** @description Its id. */
        id: string;
        /** @description The workspace that it belongs to. */
        workspaceId: string;
        /** @description The person, by their id. */
        userId: string;
        /** @description The agent, by its id. */
        agentId: string;
        /** @description Where the conversation takes place; each has one open session for each person and agent. */
        surface: string;
        /** @description Its title, for people. */
        title: string | null;
        /**
         * @description How far it is.
         * @enum {string}
         */
        status: "active" | "closed";
        /** @description Whether it stands above the others. */
        pinned: boolean;
        /** @description Anything of yours, up to 16 KiB. */
        metadata: {
          [key: string]: unknown;
        };
        /** @description How many messages it has. */
        messageCount: number;
        /** @description The tokens that it took. */
        usage: {
          /** @description Tokens that the model was given, without those it had kept. */
          promptTokens: number;
          /** @description Tokens that the model wrote. */
          completionTokens: number;
        };
        /** @description What it cost, in US dollars. */
        costUsd: number;
        /**
         * Format: date-time
         * @description When it was made.
         */
        createdAt: string;
        /**
         * Format: date-time
         * @description When it was last changed.
         */
        updatedAt: string;
        /** @description When the last message was written. */
        lastMessageAt: string | null;
      };
      /**
       * Format: date-time
       * @description When the copy was made.
       */
      exportedAt: string;
      /** @description Oldest first. */
      messages: components["schemas"]["Message"][];
    };
    /** SessionPage */
    SessionPage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["Session"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /**
     * SessionResolvedFrame
     * @description The turn begins, in this session.
     */
    SessionResolvedFrame: {
      /**
       * @description Always `session_resolved`.
       * @enum {string}
       */
      type: "session_resolved";
      /** @description The run, by its id; a run is one answer to one message. */
      runId: string;
      /** @description The conversation, by its id. */
      sessionId: string;
      /** @description The agent, by its id. */
      agentId: string;
      /** @description Increases, not always by one. A stream resumes after it. */
      seq: number;
      /** @description Whether the conversation begins with this message. */
      created: boolean;
      /** @description The version of the agent that answers. */
      agentVersion?: number;
      /** @description True if another version of the agent answered before in this session. */
      agentChanged?: boolean;
    };
    /** Setup */
    Setup: {
      /** @description The workspace that is made. */
      workspace: {
        /** @description Its name. */
        name: string;
      };
      /** @description The agents that are made. */
      agents: components["schemas"]["CreateAgent"][];
    };
    /** SetupDone */
    SetupDone: {
      /** @description The workspace that was made. */
      workspace: components["schemas"]["Workspace"];
      /** @description The agents that were made. */
      agents: components["schemas"]["Agent"][];
    };
    /** SignIn */
    SignIn: {
      /** @description Its id. */
      id: string;
      /** @description What the client called itself. */
      device: string | null;
      /** @description Where it was done from; null if that is not known. */
      address: string | null;
      /** @description What proved who you are. */
      how: string | null;
      /**
       * Format: date-time
       * @description When it was last used; null if never.
       */
      lastUsedAt: string;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
    };
    /** SignIns */
    SignIns: {
      /** @description The 200 that were used last. */
      data: components["schemas"]["SignIn"][];
    };
    /** Skill */
    Skill: {
      /** @description Its id. */
      id: string;
      /** @description Its name. */
      name: string;
      /** @description What it is for, in words. */
      description: string;
      /** @description How many tools it has. */
      toolCount: number;
    };
    /** SkillCacheCleared */
    SkillCacheCleared: {
      /** @description Entries cleared on the node that answers; the other nodes clear theirs too. */
      cleared: number;
    };
    /**
     * SkillCacheStatistics
     * @description Of the node that answers, since its start.
     */
    SkillCacheStatistics: {
      /** @description How many answers are kept. */
      entries: number;
      /** @description How often a kept answer was found. */
      hits: number;
      /** @description How often nothing was kept. */
      misses: number;
      /** @description The part of the calls that was answered from the cache. */
      hitRate: number;
      /** @description The same for each tool. */
      byTool: {
        [key: string]: {
          /** @description How many answers of the tool are kept. */
          entries: number;
          /** @description How often an answer of the tool was found. */
          hits: number;
          /** @description How often the tool had to run. */
          misses: number;
        };
      };
    };
    /** SkillDetails */
    SkillDetails: {
      /** @description Its id. */
      id: string;
      /** @description Its name. */
      name: string;
      /** @description What it is for, in words. */
      description: string;
      /** @description How many tools it has. */
      toolCount: number;
      /** @description The tools that may be used. */
      tools: {
        /** @description Its name. */
        name: string;
        /** @description What it is for, in words. */
        description: string;
        /** @description Where the tool comes from: built in, a skill, HTTP or an MCP server. */
        source: string;
        /** @description JSON Schema. */
        parameters: {
          [key: string]: unknown;
        };
      }[];
      /** @description The text that is added to the prompt of an agent with this skill. */
      promptContext: string;
    };
    /** SkillList */
    SkillList: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["Skill"][];
    };
    /** StoredFile */
    StoredFile: {
      /** @description `fil_…`: messages hold the file by it. */
      id: string;
      /** @description Its name. */
      name: string;
      /** @description Read from the bytes. What the upload said is not believed. */
      mediaType: string;
      /** @description The size, in bytes. */
      bytes: number;
      /** @description The SHA-256 digest of its bytes, in hexadecimal. */
      sha256: string;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
    };
    /**
     * StreamChunkFrame
     * @description More of the answer.
     */
    StreamChunkFrame: {
      /**
       * @description Always `stream_chunk`.
       * @enum {string}
       */
      type: "stream_chunk";
      /** @description The run, by its id; a run is one answer to one message. */
      runId: string;
      /** @description The conversation, by its id. */
      sessionId: string;
      /** @description The agent, by its id. */
      agentId: string;
      /** @description Increases, not always by one. A stream resumes after it. */
      seq: number;
      /** @description What is added to the text so far. */
      delta: string;
    };
    /**
     * StreamDoneFrame
     * @description The whole answer; nothing follows.
     */
    StreamDoneFrame: {
      /**
       * @description Always `stream_done`.
       * @enum {string}
       */
      type: "stream_done";
      /** @description The run, by its id; a run is one answer to one message. */
      runId: string;
      /** @description The conversation, by its id. */
      sessionId: string;
      /** @description The agent, by its id. */
      agentId: string;
      /** @description Increases, not always by one. A stream resumes after it. */
      seq: number;
      /** @description The message, by its id. */
      messageId: string | null;
      /** @description The text. */
      content: string;
      /** @description The tokens that it took. */
      usage: {
        /** @description Tokens that the model was given, without those it had kept. */
        promptTokens: number;
        /** @description Tokens that the model wrote. */
        completionTokens: number;
        /** @description Of the prompt tokens: those from the provider’s cache. Absent for none. */
        cachedTokens?: number;
        /** @description Of the completion tokens: those of the reasoning. Absent for none. */
        reasoningTokens?: number;
      };
      /** @description What it cost, in US dollars. */
      costUsd: number;
      /** @description The passages of documents that the agent answered from. */
      citations?: components["schemas"]["Citation"][];
      /** @description With `responseFormat`: the answer as JSON; `content` is its text. */
      output?: unknown;
      /** @description What is wrong with the answer, if `stopReason` is `invalid_output`. */
      errors?: {
        /** @description Where in the value, such as `items.0.price`; empty for the whole. */
        path: string;
        /** @description A text, for people or for the model. */
        message: string;
      }[];
      /**
       * @description Why the answer ended.
       * @enum {string}
       */
      stopReason: "end_turn" | "max_steps" | "max_tokens" | "invalid_output" | "cancelled" | "timeout" | "error";
      /** @description How long it took, in milliseconds. */
      durationMs: number;
      /** @description How many calls of tools were made. */
      toolCallCount: number;
      /** @description The connection and model that answered, as `connection/model`. */
      model: string | null;
      /** @description Present, and true, if the answer was kept from an earlier run (`cacheSeconds`). */
      cached?: boolean;
    };
    /** Swarm */
    Swarm: {
      /** @description Its id. */
      id: string;
      /**
       * @description How far it is.
       * @enum {string}
       */
      status: "running" | "completed" | "cancelled";
      /** @description How many agents take part. */
      agentCount: number;
      /** @description How many are worked on at the same time. */
      maxConcurrency: number;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /** @description When it ended; null until then. */
      finishedAt: string | null;
      /** @description How long it took from the first to the last, in milliseconds; null until it has ended. */
      totalDurationMs: number | null;
    };
    /** SwarmDetails */
    SwarmDetails: {
      /** @description Its id. */
      id: string;
      /**
       * @description How far it is.
       * @enum {string}
       */
      status: "running" | "completed" | "cancelled";
      /** @description How many agents take part. */
      agentCount: number;
      /** @description How many are worked on at the same time. */
      maxConcurrency: number;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /** @description When it ended; null until then. */
      finishedAt: string | null;
      /** @description How long it took from the first to the last, in milliseconds; null until it has ended. */
      totalDurationMs: number | null;
      /** @description What each of them answered. */
      results: components["schemas"]["MemberResult"][];
    };
    /** SwarmMember */
    SwarmMember: {
      /** @description The agent, by its id. */
      agentId: string;
      /** @description A text, or a list of parts: texts, images and files. */
      message: string | (components["schemas"]["TextInput"] | components["schemas"]["ImageInput"] | components["schemas"]["FileInput"])[];
      responseFormat?: components["schemas"]["ResponseFormat"];
      /**
       * @description How much the model reasons before it answers; a model that cannot do so answers all the same.
       * @enum {string}
       */
      reasoning?: "off" | "low" | "medium" | "high";
    };
    /** SwarmPage */
    SwarmPage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["Swarm"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /** SwarmStarted */
    SwarmStarted: {
      /** @description The swarm, by its id. */
      swarmId: string;
    };
    /** TextInput */
    TextInput: {
      /**
       * @description Always `text`.
       * @enum {string}
       */
      type: "text";
      /** @description The text. */
      text: string;
    };
    /** TextPart */
    TextPart: {
      /**
       * @description Always `text`.
       * @enum {string}
       */
      type: "text";
      /** @description The text. */
      text: string;
    };
    /** TokenCount */
    TokenCount: {
      /** @description Tokens that the model was given. */
      input_tokens: number;
    };
    /** TokenPair */
    TokenPair: {
      /** @description Sent as `Authorization: Bearer …`; it lives 15 minutes. */
      accessToken: string;
      /** @description Exchanged for the next pair of tokens; it works once. */
      refreshToken: string;
    };
    /** Tool */
    Tool: {
      /** @description Its name. */
      name: string;
      /** @description What it is for, in words. */
      description: string;
      /** @description `builtin`, `skill:<id>`, `http` for a tool of your own, or `mcp:<server>`. */
      source: string;
      /** @description What it takes, as JSON Schema. */
      parameters: {
        [key: string]: unknown;
      };
    };
    /**
     * ToolCallFrame
     * @description The agent uses a tool.
     */
    ToolCallFrame: {
      /**
       * @description Always `tool_call`.
       * @enum {string}
       */
      type: "tool_call";
      /** @description The run, by its id; a run is one answer to one message. */
      runId: string;
      /** @description The conversation, by its id. */
      sessionId: string;
      /** @description The agent, by its id. */
      agentId: string;
      /** @description Increases, not always by one. A stream resumes after it. */
      seq: number;
      /** @description The call of the tool, by its id; its result has the same. */
      toolCallId: string;
      /** @description The name of a tool. */
      tool: string;
      /** @description What the tool is given. */
      params: unknown;
      /** @description Present, and true, if the client runs it. */
      client?: boolean;
    };
    /**
     * ToolDetails
     * @description `http` and `createdAt` only for a tool of your own.
     */
    ToolDetails: {
      /** @description Its name. */
      name: string;
      /** @description What it is for, in words. */
      description: string;
      /** @description `builtin`, `skill:<id>`, `http` for a tool of your own, or `mcp:<server>`. */
      source: string;
      /** @description What it takes, as JSON Schema. */
      parameters: {
        [key: string]: unknown;
      };
      /** @description How long it may take, in milliseconds. */
      timeoutMs: number;
      /** @description Where a call of the tool is sent. Values of headers are not shown. */
      http?: {
        /** @description `{name}` in the path is filled with the parameter of that name. */
        url: string;
        /**
         * @description The HTTP method.
         * @enum {string}
         */
        method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
        /** @description The names of the stored headers; their values are never shown. */
        headerNames: string[];
      };
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt?: string;
    };
    /** ToolInvocation */
    ToolInvocation: {
      /** @description Any JSON, at most 64 KiB: more comes as `{truncated, bytes, text}`. A failure is `{error}`. */
      result: unknown;
      /** @description Whether the tool reported a failure. */
      isError: boolean;
      /** @description How long it took, in milliseconds. */
      durationMs: number;
    };
    /** ToolPage */
    ToolPage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["Tool"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /**
     * ToolResultFrame
     * @description What the tool answered.
     */
    ToolResultFrame: {
      /**
       * @description Always `tool_result`.
       * @enum {string}
       */
      type: "tool_result";
      /** @description The run, by its id; a run is one answer to one message. */
      runId: string;
      /** @description The conversation, by its id. */
      sessionId: string;
      /** @description The agent, by its id. */
      agentId: string;
      /** @description Increases, not always by one. A stream resumes after it. */
      seq: number;
      /** @description The call of the tool, by its id; its result has the same. */
      toolCallId: string;
      /** @description The name of a tool. */
      tool: string;
      /** @description What was answered. */
      result: unknown;
      /** @description Whether the tool reported a failure. */
      isError: boolean;
      /** @description How long it took, in milliseconds. */
      durationMs: number;
    };
    /** TotpCode */
    TotpCode: {
      /** @description Six digits of the authenticator app, or a recovery code. */
      code: string;
    };
    /** TotpRemoval */
    TotpRemoval: {
      /** @description Six digits of the authenticator app, or a recovery code. */
      code: string;
      /** @description The password that holds now, to make sure that it is you. */
      currentPassword?: string;
    };
    /** TotpSecret */
    TotpSecret: {
      /** @description To be typed into an authenticator app. */
      secret: string;
      /** @description The same as an address, for a QR code. */
      address: string;
    };
    /** Trace */
    Trace: {
      /** @description Its id. */
      id: string;
      /** @description The run, by its id; a run is one answer to one message. */
      runId: string;
      /** @description The conversation, by its id. */
      sessionId: string;
      /** @description The agent, by its id. */
      agentId: string;
      /** @description What started the run. */
      kind: string;
      /**
       * @description How far it is.
       * @enum {string}
       */
      status: "queued" | "running" | "awaiting_approval" | "awaiting_client_tool" | "completed" | "failed" | "cancelled";
      /** @description The run that started this one; null if a person or a schedule did. */
      parentRunId: string | null;
      /**
       * Format: date-time
       * @description When it began.
       */
      startedAt: string;
      /** @description From the request to the end, including waiting. */
      durationMs: number;
      /** @description Without waiting in the session queue and for approvals. */
      activeMs: number;
      /** @description The tokens that it took. */
      usage: {
        /** @description Including cached tokens. */
        promptTokens: number;
        /** @description Tokens that the model was given and had kept from before; they cost less. */
        cachedTokens: number;
        /** @description Tokens that the model wrote. */
        completionTokens: number;
      };
      /** @description What it cost, in US dollars. */
      costUsd: number;
      /** @description The trace id in OpenTelemetry. */
      otelTraceId: string;
      /** @description The trace of the run that started this one; null if none did. */
      parentTraceId: string | null;
      /** @description The traces of spawned runs. */
      childTraceIds: string[];
      /** @description What went wrong; null or absent if nothing did. */
      error: {
        /** @description The error, in one word that does not change. */
        code: string;
        /** @description A text, for people or for the model. */
        message: string;
      } | null;
      /** @description The steps of the run, in the order that they began. */
      spans: components["schemas"]["TraceSpan"][];
    };
    /** TracePage */
    TracePage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["TraceSummary"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /** TraceSpan */
    TraceSpan: {
      /** @description The span id in OpenTelemetry. */
      id: string;
      /** @description The step that this one is part of; null for the first. */
      parentId: string | null;
      /** @description Its name. */
      name: string;
      /**
       * @description `client` for a call that leaves the gateway, `internal` for all else.
       * @enum {string}
       */
      kind: "internal" | "client";
      /**
       * Format: date-time
       * @description When it began.
       */
      startedAt: string;
      /** @description How long it took, in milliseconds. */
      durationMs: number;
      /** @description OpenTelemetry’s attributes for generative AI; our own begin with `gateway.`. */
      attributes: {
        [key: string]: unknown;
      };
    };
    /** TraceSummary */
    TraceSummary: {
      /** @description Its id. */
      id: string;
      /** @description The run, by its id; a run is one answer to one message. */
      runId: string;
      /** @description The conversation, by its id. */
      sessionId: string;
      /** @description The agent, by its id. */
      agentId: string;
      /** @description What started the run. */
      kind: string;
      /**
       * @description How far it is.
       * @enum {string}
       */
      status: "queued" | "running" | "awaiting_approval" | "awaiting_client_tool" | "completed" | "failed" | "cancelled";
      /** @description The run that started this one; null if a person or a schedule did. */
      parentRunId: string | null;
      /**
       * Format: date-time
       * @description When it began.
       */
      startedAt: string;
      /** @description From the request to the end, including waiting. */
      durationMs: number;
      /** @description Without waiting in the session queue and for approvals. */
      activeMs: number;
      /** @description The tokens that it took. */
      usage: {
        /** @description Including cached tokens. */
        promptTokens: number;
        /** @description Tokens that the model was given and had kept from before; they cost less. */
        cachedTokens: number;
        /** @description Tokens that the model wrote. */
        completionTokens: number;
      };
      /** @description What it cost, in US dollars. */
      costUsd: number;
    };
    /** UiChatRequest */
    UiChatRequest: {
      /** @description The id of the chat in the page. The id of a session (`ses_…`) goes on with that session. */
      id: string;
      /** @description The gateway keeps the conversation: only the last message is read. */
      messages: components["schemas"]["UiMessage"][];
      /**
       * @description Whether a new message is asked, or the last one again.
       * @enum {string}
       */
      trigger?: "submit-message" | "regenerate-message";
      /** @description The message, by its id. */
      messageId?: string | null;
      /** @description The agent, by its id. */
      agentId?: string;
      responseFormat?: components["schemas"]["ResponseFormat"];
      /**
       * @description How much the model reasons before it answers; a model that cannot do so answers all the same.
       * @enum {string}
       */
      reasoning?: "off" | "low" | "medium" | "high";
      /** @description With reasoning parts, where the provider tells it. */
      showReasoning?: boolean;
      /** @description Tools that the page runs. */
      tools?: {
        /** @description Its name. */
        name: string;
        /** @description What it is for, in words. */
        description?: string;
        /** @description A JSON Schema. */
        parameters?: {
          [key: string]: unknown;
        };
      }[];
      /**
       * @description What becomes of the answer when the connection closes. `continue` (default): it goes on, and the page can resume it. `cancel`: it ends, so that `stop()` ends it.
       * @enum {string}
       */
      whenGone?: "continue" | "cancel";
    };
    /** UiMessage */
    UiMessage: {
      /** @description Its id. */
      id?: string;
      /**
       * @description Who says it.
       * @enum {string}
       */
      role: "system" | "user" | "assistant";
      /** @description What is said, in its parts. */
      parts: ({
        /** @description What kind of part it is. */
        type: string;
        /** @description The text. */
        text?: string;
        /** @description An address on the web. */
        url?: string;
        /** @description What kind of file it is, such as `image/png`. */
        mediaType?: string;
        /** @description What the file is called. */
        filename?: string | null;
        /** @description The call of the tool, by its id; its result has the same. */
        toolCallId?: string;
        /** @description How far the call of the tool is. */
        state?: string;
        /** @description What the tool answered. */
        output?: unknown;
        /** @description What went wrong in the tool. */
        errorText?: string | null;
        /** @description Whether the provider ran the tool itself. */
        providerExecuted?: boolean | null;
        /** @description The call that waits for a decision; null or absent if none does. */
        approval?: ({
          /** @description Its id. */
          id: string;
          /** @description Whether the person agreed; null until they have decided. */
          approved?: boolean | null;
          /** @description Why, in words. */
          reason?: string | null;
        } & {
          [key: string]: unknown;
        }) | null;
      } & {
        [key: string]: unknown;
      })[];
    } & {
      [key: string]: unknown;
    };
    /** UpdateAgent */
    UpdateAgent: {
      /** @description Its name. */
      name?: string;
      /** @description What it is for, in words. */
      description?: string;
      /** @description What the model is told before every conversation. */
      systemPrompt?: string;
      /** @description A connection or a pool; null: the gateway’s default. */
      provider?: string | null;
      /** @description null: the provider’s default. `connection/model` names both in one word. */
      model?: string | null;
      /** @description How freely the model chooses its words; null for its own way. */
      temperature?: number | null;
      /** @description The longest answer, in tokens; null for no limit. */
      maxTokens?: number | null;
      /** @description Model calls in one turn. */
      maxSteps?: number;
      /** @description How long it may take, in milliseconds. */
      timeoutMs?: number;
      /** @description Tools it may call. */
      tools?: string[];
      /** @description Skills it has. */
      skills?: string[];
      /** @description Tools that need a human’s word. */
      approvals?: string[];
      /** @description Whether, how deep, how often and which agents it may spawn. */
      spawn?: {
        /** @description Whether it works now. Switched off, it stays as it is. */
        enabled?: boolean;
        /** @description How many levels of agents may start one another. */
        maxDepth?: number;
        /** @description How many agents it may start at the same time. */
        maxChildren?: number;
        /** @description Which agents it may spawn: none where it is empty, any with "*". */
        agents?: string[];
        /** @description Runs that one message to it may set going in all, itself included; the gateway has a bound of its own. */
        maxRuns?: number;
        /** @description What those runs may cost in all; null: no bound of its own. */
        maxCostUsd?: number | null;
      };
      /** @description The memory policy, by its id. */
      memoryProfileId?: string | null;
      /** @description Anything of yours, up to 16 KiB. */
      metadata?: {
        [key: string]: unknown;
      };
      /** @description What its answers look like; null: text. A request may name another. */
      responseFormat?: components["schemas"]["ResponseFormat"] | null;
      /** @description Collections of documents. For each message, passages are found in them and cited. */
      knowledge?: string[];
      /** @description `connection/model`, asked in this order if the model fails; null: the workspace’s. */
      fallbacks?: string[] | null;
      /** @description How long an answer is given again to the same person for the same request; 0 or null: never. */
      cacheSeconds?: number | null;
      /** @description Publishes it at `/a2a/<id>`: anyone may read its name and description there. */
      a2a?: boolean;
      /** @description null: as the model does by itself. */
      reasoning?: ("off" | "low" | "medium" | "high") | null;
    };
    /**
     * UpdateChannel
     * @description What is left out stays, in `hmac` too.
     */
    UpdateChannel: {
      /** @description Its name. */
      name?: string;
      /** @description The agent, by its id. */
      agentId?: string;
      /** @description How what comes in is signed: an HMAC of the raw body, in hex. */
      hmac?: {
        /** @description A vendor’s way of signing, and of writing messages. */
        preset?: ("github" | "slack") | null;
        /** @description The header that has the signature. */
        header?: string;
        /**
         * @description The digest that the signature is made with.
         * @enum {string}
         */
        algorithm?: "sha256" | "sha1";
        /** @description Stands before the hex digits. */
        prefix?: string;
        /** @description Then `<timestamp>.<body>` is signed, the timestamp being seconds since 1970, not more than five minutes off. */
        timestampHeader?: string | null;
        /** @description Left out, one is made. */
        secret?: string;
      };
      /** @description Where answers go; without it they are in the response. */
      replyUrl?: string | null;
      /** @description Whether it works now. Switched off, it stays as it is. */
      enabled?: boolean;
    };
    /**
     * UpdateCollection
     * @description Omitted fields keep their values.
     */
    UpdateCollection: {
      /** @description Its name. */
      name?: string;
      /** @description What it is for, in words. */
      description?: string;
    };
    /**
     * UpdateCronSchedule
     * @description Omitted fields keep their values. A change of `agentId` or `message` makes it act as you.
     */
    UpdateCronSchedule: {
      /** @description Its name. */
      name?: string;
      /** @description The agent, by its id. */
      agentId?: string;
      /** @description A text, or a list of parts: texts, images and files. */
      message?: string | (components["schemas"]["TextInput"] | components["schemas"]["ImageInput"] | components["schemas"]["FileInput"])[];
      /** @description Five parts (minute, hour, day, month, weekday), or six with one second first. */
      cron?: string;
      /** @description The time zone of `cron`. Default: UTC. */
      timezone?: string;
      /** @description Switching it on clears the failures in a row and starts from now. */
      enabled?: boolean;
    };
    /**
     * UpdateHeartbeat
     * @description Omitted fields keep their values. A change of `agentId`, `prompt`, `type` or `url` makes it act as you; after a change of `type` or `url` everything found is new.
     */
    UpdateHeartbeat: {
      /** @description Its name. */
      name?: string;
      /**
       * @description `rss`: RSS, Atom or JSON Feed; new items start the agent. `http`: a change of status or content starts it.
       * @enum {string}
       */
      type?: "rss" | "http";
      /** @description An address on the web. */
      url?: string;
      /** @description The agent, by its id. */
      agentId?: string;
      /** @description What the agent is told to do with the news. */
      prompt?: string;
      /** @description This or `cron`. */
      intervalSeconds?: number | null;
      /** @description This or `intervalSeconds`. */
      cron?: string | null;
      /** @description The time zone of `cron`. Default: UTC. */
      timezone?: string | null;
      /** @description Switching it on clears the failures in a row and starts from now. */
      enabled?: boolean;
    };
    /** UpdateKey */
    UpdateKey: {
      /** @description Its name. */
      name?: string;
      /** @description Tags of this API, each with `:read` for GET alone; `approvals`, `members` and `grants` only where they are named. Null: everything but those three. */
      scopes?: ("agents" | "agents:read" | "sessions" | "sessions:read" | "chat" | "chat:read" | "memory" | "memory:read" | "memory-profiles" | "memory-profiles:read" | "tools" | "tools:read" | "jobs" | "jobs:read" | "traces" | "traces:read" | "workspaces" | "workspaces:read" | "skills" | "skills:read" | "channels" | "channels:read" | "auth" | "auth:read" | "inference" | "inference:read" | "cron" | "cron:read" | "webhooks" | "webhooks:read" | "approvals" | "members" | "grants")[] | null;
      /** @description What it may use, as `provider/model`. Null: whatever the workspace may. */
      models?: string[] | null;
      /** @description The agents it may use, by id. Null: whichever the workspace may. */
      agents?: string[] | null;
      /** @description The most that may be spent in a month, in US dollars; null for no limit. */
      monthlyBudgetUsd?: number | null;
      /** @description The most requests a minute; null for no limit. */
      requestsPerMinute?: number | null;
      /** @description When it ends. */
      expiresAt?: string | null;
    };
    /**
     * UpdateMcpServer
     * @description What is left out stays; `headers` replaces all of them.
     */
    UpdateMcpServer: {
      /** @description Its name. */
      name?: string;
      /** @description An address on the web. */
      url?: string;
      /** @description Sent with every request; stored encrypted and never shown again. */
      headers?: {
        [key: string]: string;
      };
    };
    /**
     * UpdateMemoryProfile
     * @description Omitted fields keep their values.
     */
    UpdateMemoryProfile: {
      /** @description Its name. */
      name?: string;
      /** @description The tiers that are recalled from; nothing is recalled if empty. Default: all. */
      tiers?: ("session" | "daily" | "profile" | "strategic")[];
      /** @description The most entries that a turn is shown. Default: 8. */
      recallLimit?: number;
      /**
       * @description What is captured from a turn: nothing, what rules find, or what a second model call finds.
       * @enum {string}
       */
      autoCapture?: "off" | "rules" | "model";
      /** @description Whether captured entries may be promoted. Default: true. */
      propagate?: boolean;
      /** @description Daily entries and session summaries that came from agents bound to this profile are deleted after so many days; `null` keeps them. */
      retentionDays?: number | null;
    };
    /** UpdateProfile */
    UpdateProfile: {
      /** @description What is known of the person, by name. */
      fields: {
        [key: string]: unknown;
      };
    };
    /**
     * UpdateProvider
     * @description What is left out stays; null removes; `headers` replaces all of them.
     */
    UpdateProvider: {
      /** @description An agent’s `model` is `name/model`. */
      name?: string;
      /**
       * @description `azure-openai` and `openai-compatible` need a `baseUrl`; the others know theirs.
       * @enum {string}
       */
      kind?: "openai" | "anthropic" | "google" | "openai-compatible" | "azure-openai" | "openrouter" | "mistral" | "groq" | "deepseek" | "xai" | "together" | "ollama" | "vllm";
      /** @description Where its API is; null for the address that its kind is known by. */
      baseUrl?: string | null;
      /** @description Stored encrypted and never shown again. */
      apiKey?: string | null;
      /** @description Sent with every request; stored encrypted and never shown again. */
      headers?: {
        [key: string]: string;
      };
      /** @description The only models it is asked for; null: any. */
      models?: string[] | null;
      /** @description Connections with the same pool share the load and are addressed as `pool/model`. */
      pool?: string | null;
      /** @description Its share of the load of its pool. With 0 it is asked only where the others fail. */
      weight?: number;
      /** @description How long it may take to begin its answer; null: as the gateway does. */
      firstTokenTimeoutMs?: number | null;
      /** @description How long one answer may take in all; null: as long as the turn. */
      timeoutMs?: number | null;
    };
    /**
     * UpdateRestrictions
     * @description null for a field, for `restrictions`, or as the whole body removes restrictions; omitted fields keep their values.
     */
    UpdateRestrictions: {
      /** @description The providers that may be used; null for all. */
      allowedProviders?: string[] | null;
      /** @description The models that may be used; null for all. */
      allowedModels?: string[] | null;
      /** @description The same, under a name; null removes all. */
      restrictions?: {
        /** @description The providers that may be used; null for all. */
        allowedProviders?: string[] | null;
        /** @description The models that may be used; null for all. */
        allowedModels?: string[] | null;
      } | null;
    } | null;
    /** UpdateSettings */
    UpdateSettings: {
      /** @description Its name. */
      name?: string;
      /** @description The agent that answers where none is named; null for none. */
      defaultAgentId?: string | null;
      /** @description The most that may be spent in a month, in US dollars; null for no limit. */
      monthlyBudgetUsd?: number | null;
      /** @description Owners only. Not longer than the operator keeps sessions. */
      retentionDays?: number | null;
      /** @description false: only the workspace’s own connections are asked, and the offline assistant. */
      useOperatorModels?: boolean;
      /** @description `connection/model`, in the order in which they are asked. */
      fallbacks?: string[];
    };
    /**
     * UpdateWebhook
     * @description What is left out stays. A new `secret` counts at once; to change it without a gap, rotate it.
     */
    UpdateWebhook: {
      /** @description An address on the web. */
      url?: string;
      /** @description `*` means all; `agent_completed` is another name of `agent.completed`. */
      events?: ("agent.completed" | "agent.failed" | "document.ready" | "document.failed" | "approval.requested" | "memory.propagated" | "memory.written" | "message.rated" | "heartbeat.fired" | "swarm.finished" | "tool.executed" | "webhook.disabled" | "provider.key_refused" | "api.deprecated" | "agent_completed" | "*")[];
      /** @description What it is for, in words. */
      description?: string | null;
      /** @description Left out, one is made; `null` means unsigned. */
      secret?: string | null;
      /** @description Heeded by `PUT`. A new one is always enabled. */
      enabled?: boolean;
    };
    /** UserRun */
    UserRun: {
      /** @description The person, by their id. */
      userId: string;
      /** @description The run, by its id; a run is one answer to one message. */
      runId: string;
    };
    /** Webhook */
    Webhook: {
      /** @description Its id. */
      id: string;
      /** @description The workspace that it belongs to. */
      workspaceId: string;
      /** @description An address on the web. */
      url: string;
      /** @description `*` means all; `agent_completed` is another name of `agent.completed`. */
      events: ("agent.completed" | "agent.failed" | "document.ready" | "document.failed" | "approval.requested" | "memory.propagated" | "memory.written" | "message.rated" | "heartbeat.fired" | "swarm.finished" | "tool.executed" | "webhook.disabled" | "provider.key_refused" | "api.deprecated" | "agent_completed" | "*")[];
      /** @description What it is for, in words. */
      description: string | null;
      /** @description Whether it works now. Switched off, it stays as it is. */
      enabled: boolean;
      /** @description The id of who made it; null once that account is gone. */
      createdBy: string | null;
      /**
       * @description `own`: it is told what its maker's own runs cause. `workspace`: an owner or admin made it, and it is told everybody's.
       * @enum {string}
       */
      audience: "own" | "workspace";
      /** @description Why nothing is sent to it, enabled or not: its maker has left the workspace, is no longer an owner or admin, or is suspended. An owner or admin takes over one of the workspace by enabling it. */
      inactiveReason: ("creator_left" | "creator_lost_role" | "creator_suspended") | null;
      /** @description Whether a secret is stored. It is never shown again. */
      hasSecret: boolean;
      /** @description How often it failed since it last succeeded. */
      consecutiveFailures: number;
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      updatedAt: string;
    };
    /** WebhookCopy */
    WebhookCopy: {
      /** @description The delivery, by its id. */
      deliveryId: string;
      /** @description What happened, such as `agent.completed`. */
      event: string;
      /** @description Those of a delivery, signed now: `content-type`, `webhook-id`, `webhook-timestamp` and, with a secret, both signatures. */
      headers: {
        [key: string]: string;
      };
      /** @description The body, byte for byte as it is signed. */
      body: string;
    };
    /** WebhookPage */
    WebhookPage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["Webhook"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /**
     * WebhookPayload
     * @description The body, exactly.
     */
    WebhookPayload: {
      /** @description What happened, such as `agent.completed`. */
      event: string;
      /**
       * Format: date-time
       * @description When it happened.
       */
      timestamp: string;
      /** @description What happened, in the format of the event. */
      data: unknown;
    };
    /** WebhookTest */
    WebhookTest: {
      /** @description The delivery, by its id. */
      deliveryId: string;
      /** @description Null without an answer. */
      statusCode: number | null;
      /** @description How long the answer took, in milliseconds. */
      latencyMs: number;
      /** @description Whether the address answered with a status from 200 to 299. */
      success: boolean;
      /** @description What went wrong; null or absent if nothing did. */
      error: string | null;
      /** @description Test mode is on: nothing was sent. */
      intercepted?: boolean;
    };
    /** WebhookTestMode */
    WebhookTestMode: {
      /** @description Whether what would go to the caller's webhooks is intercepted. */
      enabled: boolean;
    };
    /** Workspace */
    Workspace: {
      /** @description Its id. */
      id: string;
      /** @description Its name. */
      name: string;
      /** @description Whether it is somebody’s own workspace. */
      personal: boolean;
      /**
       * @description What the person may do in the workspace.
       * @enum {string}
       */
      role: "owner" | "admin" | "member";
      /**
       * @description A role that was offered and not yet accepted; until then it gives no rights.
       * @enum {string}
       */
      pendingRole?: "owner" | "admin" | "member";
      /** @description How the workspace is set up. */
      settings: components["schemas"]["WorkspaceSettings"];
      restrictions: components["schemas"]["Restrictions"];
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
    };
    /** WorkspaceDetails */
    WorkspaceDetails: {
      /** @description Its id. */
      id: string;
      /** @description Its name. */
      name: string;
      /** @description Whether it is somebody’s own workspace. */
      personal: boolean;
      /**
       * @description What the person may do in the workspace.
       * @enum {string}
       */
      role: "owner" | "admin" | "member";
      /**
       * @description A role that was offered and not yet accepted; until then it gives no rights.
       * @enum {string}
       */
      pendingRole?: "owner" | "admin" | "member";
      /** @description How the workspace is set up. */
      settings: components["schemas"]["WorkspaceSettings"];
      restrictions: components["schemas"]["Restrictions"];
      /**
       * Format: date-time
       * @description When it was made.
       */
      createdAt: string;
      /** @description The people of the workspace, with their roles. */
      members: components["schemas"]["Member"][];
    };
    /** WorkspaceModel */
    WorkspaceModel: {
      /** @description As an agent’s `model`. */
      id: string;
      /** @description The connection that has the model. */
      connection: string;
      /** @description The connections that share its load; null if it stands alone. */
      pool: string | null;
      /** @description The model. */
      model: string;
      /** @description Its name. */
      name: string;
      /** @description null: unknown. */
      contextWindow: number | null;
      /** @description null: unknown. */
      images: boolean | null;
      /** @description null: unknown. */
      pdfs: boolean | null;
      /** @description Dollars per million tokens; null: unknown. */
      price: {
        /** @description For a million given tokens, in US dollars. */
        input: number;
        /** @description For a million given tokens that were kept from before, in US dollars. */
        cachedInput: number;
        /** @description For a million written tokens, in US dollars. */
        output: number;
      } | null;
      /** @description Of a connection of the workspace, not of the operator. */
      own: boolean;
    };
    /** WorkspaceModelList */
    WorkspaceModelList: {
      /** @description Every model that can be asked for. */
      models: components["schemas"]["WorkspaceModel"][];
    };
    /** WorkspacePage */
    WorkspacePage: {
      /** @description The items, in the order that the operation says. */
      data: components["schemas"]["Workspace"][];
      /** @description Send it as `cursor` for the next page; null on the last one. */
      nextCursor: string | null;
    };
    /** WorkspaceSettings */
    WorkspaceSettings: {
      /** @description The agent that answers where none is named; null for none. */
      defaultAgentId: string | null;
      /** @description The most that may be spent in a month, in US dollars; null for no limit. */
      monthlyBudgetUsd: number | null;
      /** @description Sessions that have been idle for so many days are deleted; null leaves it to the operator. */
      retentionDays: number | null;
      /** @description false: only the workspace’s own connections are asked, and the offline assistant. */
      useOperatorModels: boolean;
      /** @description What is asked, in this order, if the model of an agent without fallbacks of its own fails. */
      fallbacks: string[];
    };
    /** WorkspaceStatistics */
    WorkspaceStatistics: {
      /** @description How many days it covers, today included. */
      days: number;
      /** @description Conversations of the workspace. */
      sessions: {
        /** @description How many there are. */
        total: number;
        /** @description How many are open. */
        active: number;
      };
      /** @description The tokens of the whole time. */
      tokens: {
        /** @description Tokens that models were given. */
        prompt: number;
        /** @description Tokens that models wrote. */
        completion: number;
        /** @description All tokens together. */
        total: number;
      };
      /** @description What it cost, in US dollars. */
      costUsd: number;
      /** @description The agents with the most runs. */
      topAgents: {
        /** @description The agent, by its id. */
        agentId: string;
        /** @description Its name. */
        name: string | null;
        /** @description How many runs there were. */
        runs: number;
        /** @description What it cost, in US dollars. */
        costUsd: number;
      }[];
      /** @description The tools with the most calls. */
      topTools: {
        /** @description The name of a tool. */
        tool: string;
        /** @description How often it was called. */
        calls: number;
      }[];
      /** @description How many people used it. */
      activeUsers: number;
      /** @description The same for each day, the oldest first. */
      daily: {
        /**
         * Format: date
         * @description The day, in UTC.
         */
        date: string;
        /** @description How many conversations there were. */
        sessions: number;
        /** @description How many tokens were used. */
        tokens: number;
        /** @description What it cost, in US dollars. */
        costUsd: number;
      }[];
    };
  };
  responses: {
    /** @description The request is not valid */
    AnthropicError400: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["AnthropicError"];
      };
    };
    /** @description Missing, wrong or expired credentials */
    AnthropicError401: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["AnthropicError"];
      };
    };
    /** @description Not allowed */
    AnthropicError403: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["AnthropicError"];
      };
    };
    /** @description Not found, or not yours */
    AnthropicError404: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["AnthropicError"];
      };
    };
    /** @description Conflicts with the current state */
    AnthropicError409: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["AnthropicError"];
      };
    };
    /** @description The body is too large */
    AnthropicError413: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["AnthropicError"];
      };
    };
    /** @description The content type is not supported */
    AnthropicError415: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["AnthropicError"];
      };
    };
    /** @description Too many requests */
    AnthropicError429: {
      headers: {
        /** @description Seconds to wait. */
        "Retry-After"?: number;
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["AnthropicError"];
      };
    };
    /** @description Internal error */
    AnthropicError500: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["AnthropicError"];
      };
    };
    /** @description The model failed */
    AnthropicError502: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["AnthropicError"];
      };
    };
    /** @description Temporarily unavailable */
    AnthropicError503: {
      headers: {
        /** @description Seconds to wait. */
        "Retry-After"?: number;
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["AnthropicError"];
      };
    };
    /** @description Timed out */
    AnthropicError504: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["AnthropicError"];
      };
    };
    /** @description The request is not valid */
    McpError400: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["McpError"];
      };
    };
    /** @description Missing, wrong or expired credentials */
    McpError401: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["McpError"];
      };
    };
    /** @description Not allowed */
    McpError403: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["McpError"];
      };
    };
    /** @description Not found, or not yours */
    McpError404: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["McpError"];
      };
    };
    /** @description The body is too large */
    McpError413: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["McpError"];
      };
    };
    /** @description The content type is not supported */
    McpError415: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["McpError"];
      };
    };
    /** @description Too many requests */
    McpError429: {
      headers: {
        /** @description Seconds to wait. */
        "Retry-After"?: number;
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["McpError"];
      };
    };
    /** @description Internal error */
    McpError500: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["McpError"];
      };
    };
    /** @description Temporarily unavailable */
    McpError503: {
      headers: {
        /** @description Seconds to wait. */
        "Retry-After"?: number;
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["McpError"];
      };
    };
    /** @description The request is not valid */
    OpenAiError400: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["OpenAiError"];
      };
    };
    /** @description Missing, wrong or expired credentials */
    OpenAiError401: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["OpenAiError"];
      };
    };
    /** @description Not allowed */
    OpenAiError403: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["OpenAiError"];
      };
    };
    /** @description Not found, or not yours */
    OpenAiError404: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["OpenAiError"];
      };
    };
    /** @description Conflicts with the current state */
    OpenAiError409: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["OpenAiError"];
      };
    };
    /** @description The body is too large */
    OpenAiError413: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["OpenAiError"];
      };
    };
    /** @description The content type is not supported */
    OpenAiError415: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["OpenAiError"];
      };
    };
    /** @description Too many requests */
    OpenAiError429: {
      headers: {
        /** @description Seconds to wait. */
        "Retry-After"?: number;
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["OpenAiError"];
      };
    };
    /** @description Internal error */
    OpenAiError500: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["OpenAiError"];
      };
    };
    /** @description The model failed */
    OpenAiError502: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["OpenAiError"];
      };
    };
    /** @description Temporarily unavailable */
    OpenAiError503: {
      headers: {
        /** @description Seconds to wait. */
        "Retry-After"?: number;
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["OpenAiError"];
      };
    };
    /** @description Timed out */
    OpenAiError504: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": components["schemas"]["OpenAiError"];
      };
    };
    /** @description The request is not valid */
    Problem400: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"];
      };
    };
    /** @description Missing, wrong or expired credentials */
    Problem401: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"];
      };
    };
    /** @description Not allowed */
    Problem403: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"];
      };
    };
    /** @description Not found, or not yours */
    Problem404: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"];
      };
    };
    /** @description Conflicts with the current state */
    Problem409: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"];
      };
    };
    /** @description The body is too large */
    Problem413: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"];
      };
    };
    /** @description The content type is not supported */
    Problem415: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"];
      };
    };
    /** @description The idempotency key was used with another request */
    Problem422: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"];
      };
    };
    /** @description This address speaks WebSocket */
    Problem426: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"];
      };
    };
    /** @description Too many requests */
    Problem429: {
      headers: {
        /** @description Seconds to wait. */
        "Retry-After"?: number;
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"];
      };
    };
    /** @description Internal error */
    Problem500: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"];
      };
    };
    /** @description The model failed */
    Problem502: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"];
      };
    };
    /** @description Temporarily unavailable */
    Problem503: {
      headers: {
        /** @description Seconds to wait. */
        "Retry-After"?: number;
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"];
      };
    };
    /** @description Timed out */
    Problem504: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/problem+json": components["schemas"]["Problem"];
      };
    };
  };
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
};
export type A2aMessage = components['schemas']['A2aMessage'];
export type A2aParams = components['schemas']['A2aParams'];
export type A2aPart = components['schemas']['A2aPart'];
export type A2aRequest = components['schemas']['A2aRequest'];
export type A2aResponse = components['schemas']['A2aResponse'];
export type A2aSendConfiguration = components['schemas']['A2aSendConfiguration'];
export type AcceptInvitation = components['schemas']['AcceptInvitation'];
export type AcceptVersion = components['schemas']['AcceptVersion'];
export type Accepted = components['schemas']['Accepted'];
export type AcceptedInvitation = components['schemas']['AcceptedInvitation'];
export type AddDocument = components['schemas']['AddDocument'];
export type AddMember = components['schemas']['AddMember'];
export type AdminAgent = components['schemas']['AdminAgent'];
export type AdminAgentPage = components['schemas']['AdminAgentPage'];
export type AdminHealth = components['schemas']['AdminHealth'];
export type AdminSession = components['schemas']['AdminSession'];
export type AdminSessionPage = components['schemas']['AdminSessionPage'];
export type AdminUsage = components['schemas']['AdminUsage'];
export type AdminUser = components['schemas']['AdminUser'];
export type AdminUserDetails = components['schemas']['AdminUserDetails'];
export type AdminUserPage = components['schemas']['AdminUserPage'];
export type AdminWorkspace = components['schemas']['AdminWorkspace'];
export type AdminWorkspacePage = components['schemas']['AdminWorkspacePage'];
export type AgUiMessage = components['schemas']['AgUiMessage'];
export type Agent = components['schemas']['Agent'];
export type AgentCard = components['schemas']['AgentCard'];
export type AgentConfiguration = components['schemas']['AgentConfiguration'];
export type AgentDefinitions = components['schemas']['AgentDefinitions'];
export type AgentHealth = components['schemas']['AgentHealth'];
export type AgentPage = components['schemas']['AgentPage'];
export type AgentSpawn = components['schemas']['AgentSpawn'];
export type AgentVersion = components['schemas']['AgentVersion'];
export type AgentVersionDetails = components['schemas']['AgentVersionDetails'];
export type AgentVersionPage = components['schemas']['AgentVersionPage'];
export type AnthropicBlock = components['schemas']['AnthropicBlock'];
export type AnthropicError = components['schemas']['AnthropicError'];
export type AnthropicMessage = components['schemas']['AnthropicMessage'];
export type AnthropicMessageParam = components['schemas']['AnthropicMessageParam'];
export type AnthropicMessageRequest = components['schemas']['AnthropicMessageRequest'];
export type AnthropicTool = components['schemas']['AnthropicTool'];
export type ApiChange = components['schemas']['ApiChange'];
export type ApiChangePage = components['schemas']['ApiChangePage'];
export type ApiKey = components['schemas']['ApiKey'];
export type ApiKeyPage = components['schemas']['ApiKeyPage'];
export type Approval = components['schemas']['Approval'];
export type ApprovalPage = components['schemas']['ApprovalPage'];
export type ApprovalRequiredFrame = components['schemas']['ApprovalRequiredFrame'];
export type ApprovalResolvedFrame = components['schemas']['ApprovalResolvedFrame'];
export type AuditRecord = components['schemas']['AuditRecord'];
export type AuditRecords = components['schemas']['AuditRecords'];
export type AutonomousBatch = components['schemas']['AutonomousBatch'];
export type AutonomousRun = components['schemas']['AutonomousRun'];
export type AwaitingApproval = components['schemas']['AwaitingApproval'];
export type BatchProgress = components['schemas']['BatchProgress'];
export type BatchStarted = components['schemas']['BatchStarted'];
export type BearerToken = components['schemas']['BearerToken'];
export type Budget = components['schemas']['Budget'];
export type Capabilities = components['schemas']['Capabilities'];
export type Channel = components['schemas']['Channel'];
export type ChannelAnswer = components['schemas']['ChannelAnswer'];
export type ChannelChallenge = components['schemas']['ChannelChallenge'];
export type ChannelIgnored = components['schemas']['ChannelIgnored'];
export type ChannelPage = components['schemas']['ChannelPage'];
export type ChatAnswer = components['schemas']['ChatAnswer'];
export type ChatCompletion = components['schemas']['ChatCompletion'];
export type ChatCompletionMessage = components['schemas']['ChatCompletionMessage'];
export type ChatCompletionRequest = components['schemas']['ChatCompletionRequest'];
export type ChatRequest = components['schemas']['ChatRequest'];
export type Citation = components['schemas']['Citation'];
export type ClientToolsRequiredFrame = components['schemas']['ClientToolsRequiredFrame'];
export type Collection = components['schemas']['Collection'];
export type CollectionPage = components['schemas']['CollectionPage'];
export type ConsolePasswordChange = components['schemas']['ConsolePasswordChange'];
export type ConsoleSession = components['schemas']['ConsoleSession'];
export type CostBreakdown = components['schemas']['CostBreakdown'];
export type Costs = components['schemas']['Costs'];
export type CountTokensRequest = components['schemas']['CountTokensRequest'];
export type CreateAgent = components['schemas']['CreateAgent'];
export type CreateApiKey = components['schemas']['CreateApiKey'];
export type CreateChannel = components['schemas']['CreateChannel'];
export type CreateCollection = components['schemas']['CreateCollection'];
export type CreateCronSchedule = components['schemas']['CreateCronSchedule'];
export type CreateGrant = components['schemas']['CreateGrant'];
export type CreateHeartbeat = components['schemas']['CreateHeartbeat'];
export type CreateInvitation = components['schemas']['CreateInvitation'];
export type CreateKey = components['schemas']['CreateKey'];
export type CreateMcpServer = components['schemas']['CreateMcpServer'];
export type CreateMemoryProfile = components['schemas']['CreateMemoryProfile'];
export type CreateProvider = components['schemas']['CreateProvider'];
export type CreateServiceAccount = components['schemas']['CreateServiceAccount'];
export type CreateSwarm = components['schemas']['CreateSwarm'];
export type CreateTool = components['schemas']['CreateTool'];
export type CreateWebhook = components['schemas']['CreateWebhook'];
export type CreateWorkspace = components['schemas']['CreateWorkspace'];
export type CreatedApiKey = components['schemas']['CreatedApiKey'];
export type CreatedChannel = components['schemas']['CreatedChannel'];
export type CreatedKey = components['schemas']['CreatedKey'];
export type CreatedServiceAccount = components['schemas']['CreatedServiceAccount'];
export type CreatedWebhook = components['schemas']['CreatedWebhook'];
export type Credentials = components['schemas']['Credentials'];
export type CronRun = components['schemas']['CronRun'];
export type CronRunPage = components['schemas']['CronRunPage'];
export type CronSchedule = components['schemas']['CronSchedule'];
export type CronSchedulePage = components['schemas']['CronSchedulePage'];
export type DeadJob = components['schemas']['DeadJob'];
export type DeadJobPage = components['schemas']['DeadJobPage'];
export type DeadLetterPage = components['schemas']['DeadLetterPage'];
export type DeferredRun = components['schemas']['DeferredRun'];
export type DeletedResponse = components['schemas']['DeletedResponse'];
export type Delivery = components['schemas']['Delivery'];
export type DeliveryPage = components['schemas']['DeliveryPage'];
export type DiagnosticCheck = components['schemas']['DiagnosticCheck'];
export type DiagnosticHistory = components['schemas']['DiagnosticHistory'];
export type DiagnosticReport = components['schemas']['DiagnosticReport'];
export type DispatchRecord = components['schemas']['DispatchRecord'];
export type DispatchRecordPage = components['schemas']['DispatchRecordPage'];
export type DocumentText = components['schemas']['DocumentText'];
export type EmailVerification = components['schemas']['EmailVerification'];
export type EmbeddingList = components['schemas']['EmbeddingList'];
export type EmbeddingRequest = components['schemas']['EmbeddingRequest'];
export type Entrance = components['schemas']['Entrance'];
export type EraseWorkspace = components['schemas']['EraseWorkspace'];
export type Erasure = components['schemas']['Erasure'];
export type ErrorFrame = components['schemas']['ErrorFrame'];
export type ExportedPropagation = components['schemas']['ExportedPropagation'];
export type Feedback = components['schemas']['Feedback'];
export type FeedbackPage = components['schemas']['FeedbackPage'];
export type FeedbackRequest = components['schemas']['FeedbackRequest'];
export type FileInput = components['schemas']['FileInput'];
export type FilePage = components['schemas']['FilePage'];
export type FilePart = components['schemas']['FilePart'];
export type ForgottenPassword = components['schemas']['ForgottenPassword'];
export type Fork = components['schemas']['Fork'];
export type FormOfFile = components['schemas']['FormOfFile'];
export type FoundPassages = components['schemas']['FoundPassages'];
export type Grant = components['schemas']['Grant'];
export type GrantPage = components['schemas']['GrantPage'];
export type Handoff = components['schemas']['Handoff'];
export type Health = components['schemas']['Health'];
export type HealthCheck = components['schemas']['HealthCheck'];
export type Heartbeat = components['schemas']['Heartbeat'];
export type HeartbeatPage = components['schemas']['HeartbeatPage'];
export type HeartbeatRun = components['schemas']['HeartbeatRun'];
export type HeartbeatRunPage = components['schemas']['HeartbeatRunPage'];
export type IdTokenExchange = components['schemas']['IdTokenExchange'];
export type IdentityProvider = components['schemas']['IdentityProvider'];
export type IdentityProviders = components['schemas']['IdentityProviders'];
export type ImageInput = components['schemas']['ImageInput'];
export type ImagePart = components['schemas']['ImagePart'];
export type InboundAccepted = components['schemas']['InboundAccepted'];
export type InboundAnswer = components['schemas']['InboundAnswer'];
export type InboundMessage = components['schemas']['InboundMessage'];
export type InterceptedDispatch = components['schemas']['InterceptedDispatch'];
export type InterceptedDispatchPage = components['schemas']['InterceptedDispatchPage'];
export type Invitation = components['schemas']['Invitation'];
export type InvitationPage = components['schemas']['InvitationPage'];
export type InvokeTool = components['schemas']['InvokeTool'];
export type Job = components['schemas']['Job'];
export type JobDetails = components['schemas']['JobDetails'];
export type JobPage = components['schemas']['JobPage'];
export type Key = components['schemas']['Key'];
export type KeyPage = components['schemas']['KeyPage'];
export type KnowledgeDocument = components['schemas']['KnowledgeDocument'];
export type KnowledgeDocumentPage = components['schemas']['KnowledgeDocumentPage'];
export type McpAnswer = components['schemas']['McpAnswer'];
export type McpError = components['schemas']['McpError'];
export type McpMessage = components['schemas']['McpMessage'];
export type McpServer = components['schemas']['McpServer'];
export type McpServerPage = components['schemas']['McpServerPage'];
export type Me = components['schemas']['Me'];
export type MeChange = components['schemas']['MeChange'];
export type Member = components['schemas']['Member'];
export type MemberResult = components['schemas']['MemberResult'];
export type MemoryDay = components['schemas']['MemoryDay'];
export type MemoryDayPage = components['schemas']['MemoryDayPage'];
export type MemoryEntry = components['schemas']['MemoryEntry'];
export type MemoryEntryPage = components['schemas']['MemoryEntryPage'];
export type MemoryExport = components['schemas']['MemoryExport'];
export type MemoryOfUser = components['schemas']['MemoryOfUser'];
export type MemoryOneDay = components['schemas']['MemoryOneDay'];
export type MemoryProfile = components['schemas']['MemoryProfile'];
export type MemoryProfilePage = components['schemas']['MemoryProfilePage'];
export type MemorySearch = components['schemas']['MemorySearch'];
export type Message = components['schemas']['Message'];
export type MfaLogin = components['schemas']['MfaLogin'];
export type Model = components['schemas']['Model'];
export type ModelList = components['schemas']['ModelList'];
export type NewAccount = components['schemas']['NewAccount'];
export type NewMemory = components['schemas']['NewMemory'];
export type NotePage = components['schemas']['NotePage'];
export type OpenAiError = components['schemas']['OpenAiError'];
export type OperatorProvider = components['schemas']['OperatorProvider'];
export type Passage = components['schemas']['Passage'];
export type PasswordChange = components['schemas']['PasswordChange'];
export type PasswordReset = components['schemas']['PasswordReset'];
export type PendingApproval = components['schemas']['PendingApproval'];
export type PendingClientTools = components['schemas']['PendingClientTools'];
export type PersonBudget = components['schemas']['PersonBudget'];
export type Presence = components['schemas']['Presence'];
export type Problem = components['schemas']['Problem'];
export type Propagation = components['schemas']['Propagation'];
export type PropagationGate = components['schemas']['PropagationGate'];
export type PropagationJudgement = components['schemas']['PropagationJudgement'];
export type PropagationPage = components['schemas']['PropagationPage'];
export type PropagationReport = components['schemas']['PropagationReport'];
export type PropagationRequest = components['schemas']['PropagationRequest'];
export type ProtectedResource = components['schemas']['ProtectedResource'];
export type Provider = components['schemas']['Provider'];
export type ProviderHealth = components['schemas']['ProviderHealth'];
export type ProviderLastDay = components['schemas']['ProviderLastDay'];
export type ProviderList = components['schemas']['ProviderList'];
export type ProviderLogout = components['schemas']['ProviderLogout'];
export type ProviderTest = components['schemas']['ProviderTest'];
export type QueuedFrame = components['schemas']['QueuedFrame'];
export type Readiness = components['schemas']['Readiness'];
export type ReasoningChunkFrame = components['schemas']['ReasoningChunkFrame'];
export type RecoveryCodes = components['schemas']['RecoveryCodes'];
export type RefreshRequest = components['schemas']['RefreshRequest'];
export type RefusedUser = components['schemas']['RefusedUser'];
export type RegenerateRequest = components['schemas']['RegenerateRequest'];
export type Registration = components['schemas']['Registration'];
export type Replay = components['schemas']['Replay'];
export type ReplayRequest = components['schemas']['ReplayRequest'];
export type ResetDone = components['schemas']['ResetDone'];
export type ResetRequest = components['schemas']['ResetRequest'];
export type ResolveApproval = components['schemas']['ResolveApproval'];
export type ResponseFormat = components['schemas']['ResponseFormat'];
export type ResponseInputItem = components['schemas']['ResponseInputItem'];
export type ResponseObject = components['schemas']['ResponseObject'];
export type ResponseRequest = components['schemas']['ResponseRequest'];
export type Restrictions = components['schemas']['Restrictions'];
export type RotatedSecret = components['schemas']['RotatedSecret'];
export type RunAgentInput = components['schemas']['RunAgentInput'];
export type RunFrame = components['schemas']['RunFrame'];
export type RunToolCall = components['schemas']['RunToolCall'];
export type SearchHit = components['schemas']['SearchHit'];
export type SearchHitPage = components['schemas']['SearchHitPage'];
export type SecondFactor = components['schemas']['SecondFactor'];
export type SeenConnection = components['schemas']['SeenConnection'];
export type ServiceAccount = components['schemas']['ServiceAccount'];
export type ServiceAccountPage = components['schemas']['ServiceAccountPage'];
export type Session = components['schemas']['Session'];
export type SessionChange = components['schemas']['SessionChange'];
export type SessionDetails = components['schemas']['SessionDetails'];
export type SessionExport = components['schemas']['SessionExport'];
export type SessionPage = components['schemas']['SessionPage'];
export type SessionResolvedFrame = components['schemas']['SessionResolvedFrame'];
export type Setup = components['schemas']['Setup'];
export type SetupDone = components['schemas']['SetupDone'];
export type SignIn = components['schemas']['SignIn'];
export type SignIns = components['schemas']['SignIns'];
export type Skill = components['schemas']['Skill'];
export type SkillCacheCleared = components['schemas']['SkillCacheCleared'];
export type SkillCacheStatistics = components['schemas']['SkillCacheStatistics'];
export type SkillDetails = components['schemas']['SkillDetails'];
export type SkillList = components['schemas']['SkillList'];
export type StoredFile = components['schemas']['StoredFile'];
export type StreamChunkFrame = components['schemas']['StreamChunkFrame'];
export type StreamDoneFrame = components['schemas']['StreamDoneFrame'];
export type Swarm = components['schemas']['Swarm'];
export type SwarmDetails = components['schemas']['SwarmDetails'];
export type SwarmMember = components['schemas']['SwarmMember'];
export type SwarmPage = components['schemas']['SwarmPage'];
export type SwarmStarted = components['schemas']['SwarmStarted'];
export type TextInput = components['schemas']['TextInput'];
export type TextPart = components['schemas']['TextPart'];
export type TokenCount = components['schemas']['TokenCount'];
export type TokenPair = components['schemas']['TokenPair'];
export type Tool = components['schemas']['Tool'];
export type ToolCallFrame = components['schemas']['ToolCallFrame'];
export type ToolDetails = components['schemas']['ToolDetails'];
export type ToolInvocation = components['schemas']['ToolInvocation'];
export type ToolPage = components['schemas']['ToolPage'];
export type ToolResultFrame = components['schemas']['ToolResultFrame'];
export type TotpCode = components['schemas']['TotpCode'];
export type TotpRemoval = components['schemas']['TotpRemoval'];
export type TotpSecret = components['schemas']['TotpSecret'];
export type Trace = components['schemas']['Trace'];
export type TracePage = components['schemas']['TracePage'];
export type TraceSpan = components['schemas']['TraceSpan'];
export type TraceSummary = components['schemas']['TraceSummary'];
export type UiChatRequest = components['schemas']['UiChatRequest'];
export type UiMessage = components['schemas']['UiMessage'];
export type UpdateAgent = components['schemas']['UpdateAgent'];
export type UpdateChannel = components['schemas']['UpdateChannel'];
export type UpdateCollection = components['schemas']['UpdateCollection'];
export type UpdateCronSchedule = components['schemas']['UpdateCronSchedule'];
export type UpdateHeartbeat = components['schemas']['UpdateHeartbeat'];
export type UpdateKey = components['schemas']['UpdateKey'];
export type UpdateMcpServer = components['schemas']['UpdateMcpServer'];
export type UpdateMemoryProfile = components['schemas']['UpdateMemoryProfile'];
export type UpdateProfile = components['schemas']['UpdateProfile'];
export type UpdateProvider = components['schemas']['UpdateProvider'];
export type UpdateRestrictions = components['schemas']['UpdateRestrictions'];
export type UpdateSettings = components['schemas']['UpdateSettings'];
export type UpdateWebhook = components['schemas']['UpdateWebhook'];
export type UserRun = components['schemas']['UserRun'];
export type Webhook = components['schemas']['Webhook'];
export type WebhookCopy = components['schemas']['WebhookCopy'];
export type WebhookPage = components['schemas']['WebhookPage'];
export type WebhookPayload = components['schemas']['WebhookPayload'];
export type WebhookTest = components['schemas']['WebhookTest'];
export type WebhookTestMode = components['schemas']['WebhookTestMode'];
export type Workspace = components['schemas']['Workspace'];
export type WorkspaceDetails = components['schemas']['WorkspaceDetails'];
export type WorkspaceModel = components['schemas']['WorkspaceModel'];
export type WorkspaceModelList = components['schemas']['WorkspaceModelList'];
export type WorkspacePage = components['schemas']['WorkspacePage'];
export type WorkspaceSettings = components['schemas']['WorkspaceSettings'];
export type WorkspaceStatistics = components['schemas']['WorkspaceStatistics'];
export type ResponseAnthropicError400 = components['responses']['AnthropicError400'];
export type ResponseAnthropicError401 = components['responses']['AnthropicError401'];
export type ResponseAnthropicError403 = components['responses']['AnthropicError403'];
export type ResponseAnthropicError404 = components['responses']['AnthropicError404'];
export type ResponseAnthropicError409 = components['responses']['AnthropicError409'];
export type ResponseAnthropicError413 = components['responses']['AnthropicError413'];
export type ResponseAnthropicError415 = components['responses']['AnthropicError415'];
export type ResponseAnthropicError429 = components['responses']['AnthropicError429'];
export type ResponseAnthropicError500 = components['responses']['AnthropicError500'];
export type ResponseAnthropicError502 = components['responses']['AnthropicError502'];
export type ResponseAnthropicError503 = components['responses']['AnthropicError503'];
export type ResponseAnthropicError504 = components['responses']['AnthropicError504'];
export type ResponseMcpError400 = components['responses']['McpError400'];
export type ResponseMcpError401 = components['responses']['McpError401'];
export type ResponseMcpError403 = components['responses']['McpError403'];
export type ResponseMcpError404 = components['responses']['McpError404'];
export type ResponseMcpError413 = components['responses']['McpError413'];
export type ResponseMcpError415 = components['responses']['McpError415'];
export type ResponseMcpError429 = components['responses']['McpError429'];
export type ResponseMcpError500 = components['responses']['McpError500'];
export type ResponseMcpError503 = components['responses']['McpError503'];
export type ResponseOpenAiError400 = components['responses']['OpenAiError400'];
export type ResponseOpenAiError401 = components['responses']['OpenAiError401'];
export type ResponseOpenAiError403 = components['responses']['OpenAiError403'];
export type ResponseOpenAiError404 = components['responses']['OpenAiError404'];
export type ResponseOpenAiError409 = components['responses']['OpenAiError409'];
export type ResponseOpenAiError413 = components['responses']['OpenAiError413'];
export type ResponseOpenAiError415 = components['responses']['OpenAiError415'];
export type ResponseOpenAiError429 = components['responses']['OpenAiError429'];
export type ResponseOpenAiError500 = components['responses']['OpenAiError500'];
export type ResponseOpenAiError502 = components['responses']['OpenAiError502'];
export type ResponseOpenAiError503 = components['responses']['OpenAiError503'];
export type ResponseOpenAiError504 = components['responses']['OpenAiError504'];
export type ResponseProblem400 = components['responses']['Problem400'];
export type ResponseProblem401 = components['responses']['Problem401'];
export type ResponseProblem403 = components['responses']['Problem403'];
export type ResponseProblem404 = components['responses']['Problem404'];
export type ResponseProblem409 = components['responses']['Problem409'];
export type ResponseProblem413 = components['responses']['Problem413'];
export type ResponseProblem415 = components['responses']['Problem415'];
export type ResponseProblem422 = components['responses']['Problem422'];
export type ResponseProblem426 = components['responses']['Problem426'];
export type ResponseProblem429 = components['responses']['Problem429'];
export type ResponseProblem500 = components['responses']['Problem500'];
export type ResponseProblem502 = components['responses']['Problem502'];
export type ResponseProblem503 = components['responses']['Problem503'];
export type ResponseProblem504 = components['responses']['Problem504'];
export type $defs = Record<string, never>;
export interface operations {
  getOpenApiJson: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OpenAPI 3.1 */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            [key: string]: unknown;
          };
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getOpenApiYaml: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OpenAPI 3.1 */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/yaml": string;
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  openWebSocket: {
    parameters: {
      query?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        workspaceId?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Switching protocols */
      101: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      426: components["responses"]["Problem426"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getHealth: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Health"];
        };
      };
      400: components["responses"]["Problem400"];
      500: components["responses"]["Problem500"];
      /** @description Not well; the answer says what is not */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Health"];
        };
      };
    };
  };
  getReadiness: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Readiness"];
        };
      };
      400: components["responses"]["Problem400"];
      500: components["responses"]["Problem500"];
      /** @description Not well; the answer says what is not */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Readiness"];
        };
      };
    };
  };
  getMetrics: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Prometheus text format */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/plain": string;
        };
      };
      400: components["responses"]["Problem400"];
      403: components["responses"]["Problem403"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getEntrance: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Where to go from here, as paths of this gateway. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Entrance"];
        };
      };
      /** @description To the console */
      302: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getReference: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The page */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/html": string;
        };
      };
      /** @description As you have it */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      500: components["responses"]["Problem500"];
      /** @description The console is not built yet */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/html": string;
        };
      };
    };
  };
  runDiagnostics: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DiagnosticReport"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  runQuickDiagnostics: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DiagnosticReport"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listDiagnostics: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DiagnosticHistory"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  changePassword: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PasswordChange"];
      };
    };
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  forgotPassword: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ForgottenPassword"];
      };
    };
    responses: {
      /** @description If there is such an account, a mail is on its way. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Accepted"];
        };
      };
      400: components["responses"]["Problem400"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  resetPassword: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PasswordReset"];
      };
    };
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      403: components["responses"]["Problem403"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getMe: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Me"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  eraseMe: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["Erasure"] | null;
      };
    };
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  updateMe: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["MeChange"];
      };
    };
    responses: {
      /** @description As it is after the change */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Me"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  verifyEmail: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["EmailVerification"];
      };
    };
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  askForVerification: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description If there is such an account, a mail is on its way. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Accepted"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      409: components["responses"]["Problem409"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listSignIns: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SignIns"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  endSignIn: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The sign-in, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  endSignInOf: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RefreshRequest"];
      };
    };
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  loginWithCode: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["MfaLogin"];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TokenPair"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getSecondFactor: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SecondFactor"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  beginTotp: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is made */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TotpSecret"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      409: components["responses"]["Problem409"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  removeTotp: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["TotpRemoval"];
      };
    };
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  confirmTotp: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["TotpCode"];
      };
    };
    responses: {
      /** @description Each works once instead of a code. They are shown this once. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RecoveryCodes"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  register: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Registration"];
      };
    };
    responses: {
      /** @description It is made */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TokenPair"];
        };
      };
      400: components["responses"]["Problem400"];
      403: components["responses"]["Problem403"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  login: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Credentials"];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TokenPair"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  refreshToken: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RefreshRequest"];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TokenPair"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  createToken: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Credentials"];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["BearerToken"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  logout: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  openConsoleSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Credentials"];
      };
    };
    responses: {
      /** @description The refresh token is in a cookie that no script can read. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ConsoleSession"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  closeConsoleSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      403: components["responses"]["Problem403"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  openConsoleSessionWithCode: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["MfaLogin"];
      };
    };
    responses: {
      /** @description The refresh token is in a cookie that no script can read. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ConsoleSession"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  registerInConsole: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Registration"];
      };
    };
    responses: {
      /** @description The refresh token is in a cookie that no script can read. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ConsoleSession"];
        };
      };
      400: components["responses"]["Problem400"];
      403: components["responses"]["Problem403"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  refreshConsoleSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The refresh token is in a cookie that no script can read. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ConsoleSession"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  changePasswordInConsole: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ConsolePasswordChange"];
      };
    };
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listIdentityProviders: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["IdentityProviders"];
        };
      };
      400: components["responses"]["Problem400"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  startProviderSignIn: {
    parameters: {
      query?: {
        /** @description A path of the console, where the browser comes back to. */
        returnTo?: string;
      };
      header?: never;
      path: {
        /** @description The identity provider, by the name that the operator gave it. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description To the identity provider, or to the console with an error */
      303: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  finishProviderSignIn: {
    parameters: {
      query?: {
        /** @description What the gateway gets the ID token for. */
        code?: string;
        /** @description Of the sign-in that this browser began. */
        state?: string;
        /** @description The issuer. */
        iss?: string;
        /** @description Why the provider refused. */
        error?: string;
      };
      header?: never;
      path: {
        /** @description The identity provider, by the name that the operator gave it. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description To the console, signed in or with an error */
      303: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  exchangeIdToken: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The identity provider, by the name that the operator gave it. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["IdTokenExchange"];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TokenPair"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  logoutOfProvider: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ProviderLogout"];
        };
      };
      400: components["responses"]["Problem400"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listApiKeys: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ApiKeyPage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  createApiKey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CreateApiKey"];
      };
    };
    responses: {
      /** @description It is made */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CreatedApiKey"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  deleteApiKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The API key, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listServiceAccounts: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ServiceAccountPage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  createServiceAccount: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CreateServiceAccount"];
      };
    };
    responses: {
      /** @description It is made */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CreatedServiceAccount"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  deleteServiceAccount: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The service account, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listKeys: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["KeyPage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  createKey: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CreateKey"];
      };
    };
    responses: {
      /** @description It is made */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CreatedKey"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getKey: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The key, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Key"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  revokeKey: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The key, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  updateKey: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The key, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["UpdateKey"];
      };
    };
    responses: {
      /** @description As it is after the change */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Key"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listWorkspaceKeys: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The workspace, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["KeyPage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  revokeWorkspaceKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The workspace, by its id. */
        id: string;
        /** @description The key, by its id. */
        keyId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listInvitations: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The workspace, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["InvitationPage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  createInvitation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The workspace, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CreateInvitation"];
      };
    };
    responses: {
      /** @description Its token is in the mail, and nowhere else. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Invitation"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  withdrawInvitation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The workspace, by its id. */
        id: string;
        /** @description The invitation, by its id. */
        invitationId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  acceptInvitation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["AcceptInvitation"];
      };
    };
    responses: {
      /** @description The workspace, and your role in it now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AcceptedInvitation"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getAdminHealth: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Sums over all tenants; at most some seconds old. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdminHealth"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listAllAgents: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdminAgentPage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getUserUsage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The person, by their id. */
        uid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description All that a person ever used, in every workspace. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdminUsage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listUserSessions: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The person, by their id. */
        uid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdminSessionPage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getUserAudit: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The person, by their id. */
        uid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AuditRecords"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listDeadJobs: {
    parameters: {
      query?: {
        /** @description Only dead jobs are listed. */
        status?: "dead";
        /** @description Only those of this queue. */
        queue?: string;
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeadJobPage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  retryDeadJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The piece of work, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  dropDeadJob: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The piece of work, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listUsers: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
        /** @description An id, or how the address or name begins; then in that order. */
        q?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdminUserPage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  createUser: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["NewAccount"];
      };
    };
    responses: {
      /** @description It is made */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Me"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getUser: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The person, by their id. */
        uid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdminUserDetails"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  eraseUser: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The person, by their id. */
        uid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  disableUser: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The person, by their id. */
        uid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdminUser"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  enableUser: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The person, by their id. */
        uid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdminUser"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  removeUserSecondFactor: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The person, by their id. */
        uid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listAllWorkspaces: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
        /** @description An id, or how the address or name begins; then in that order. */
        q?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdminWorkspacePage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  disableWorkspace: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The workspace, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdminWorkspace"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  enableWorkspace: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The workspace, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AdminWorkspace"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listWorkspaces: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WorkspacePage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  createWorkspace: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CreateWorkspace"];
      };
    };
    responses: {
      /** @description It is made */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Workspace"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getWorkspace: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The workspace, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WorkspaceDetails"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  eraseWorkspace: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The workspace, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["EraseWorkspace"];
      };
    };
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  updateWorkspaceSettings: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The workspace, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["UpdateSettings"];
      };
    };
    responses: {
      /** @description As it is after the change */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Workspace"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  updateWorkspaceRestrictions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The workspace, by its id. */
        id: string;
      };
      cookie?: never;
    };
    /** @description null for a field, for `restrictions`, or as the whole body removes restrictions; omitted fields keep their values. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["UpdateRestrictions"];
      };
    };
    responses: {
      /** @description As it is after the change */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Workspace"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getWorkspaceStatistics: {
    parameters: {
      query?: {
        /** @description Including today. A higher number is treated as 365. */
        days?: number;
      };
      header?: never;
      path: {
        /** @description The workspace, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WorkspaceStatistics"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  addMember: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The workspace, by its id. */
        id: string;
      };
      cookie?: never;
    };
    /** @description By email or by userId, as a member unless told. Someone who is in already gets the role, if one is named. An owner’s role is offered, and counts once the person has accepted it. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["AddMember"];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Member"];
        };
      };
      /** @description It is made */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Member"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  acceptRole: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The workspace, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Member"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      409: components["responses"]["Problem409"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  removeMember: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The workspace, by its id. */
        id: string;
        /** @description The member, by the id of the person. */
        uid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listGrants: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The workspace, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["GrantPage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  createGrant: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The workspace, by its id. */
        id: string;
      };
      cookie?: never;
    };
    /** @description Without `knowledge`, an earlier grant keeps it, and a new one is without. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["CreateGrant"];
      };
    };
    responses: {
      /** @description It is made */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Grant"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  deleteGrant: {
    parameters: {
      query?: {
        /** @description Only those of this agent. */
        agentId?: string;
        /** @description The workspace to act in; the caller’s own when it is left out. */
        workspaceId?: string;
      };
      header?: never;
      path: {
        /** @description The workspace, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": {
          /** @description The agent, by its id. */
          agentId?: string;
          /** @description The workspace that it belongs to. */
          workspaceId?: string;
        } | null;
      };
    };
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listProviders: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The workspace, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ProviderList"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  createProvider: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The workspace, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CreateProvider"];
      };
    };
    responses: {
      /** @description A connection of the workspace to a provider of models. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Provider"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getProvider: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The workspace, by its id. */
        id: string;
        /** @description The connection, by its id. */
        providerId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A connection of the workspace to a provider of models. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Provider"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  deleteProvider: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The workspace, by its id. */
        id: string;
        /** @description The connection, by its id. */
        providerId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  updateProvider: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The workspace, by its id. */
        id: string;
        /** @description The connection, by its id. */
        providerId: string;
      };
      cookie?: never;
    };
    /** @description What is left out stays; null removes; `headers` replaces all of them. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["UpdateProvider"];
      };
    };
    responses: {
      /** @description A connection of the workspace to a provider of models. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Provider"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  testProvider: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The workspace, by its id. */
        id: string;
        /** @description The connection, by its id. */
        providerId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ProviderTest"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listWorkspaceModels: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The workspace, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WorkspaceModelList"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listAgents: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AgentPage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  createAgent: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CreateAgent"];
      };
    };
    responses: {
      /** @description It is made */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Agent"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getAgent: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The agent, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Agent"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  updateAgent: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The agent, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["UpdateAgent"];
      };
    };
    responses: {
      /** @description As it is after the change */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Agent"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  deleteAgent: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The agent, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getAgentCapabilities: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The agent, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Capabilities"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listAgentVersions: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The agent, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AgentVersionPage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getAgentVersion: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The agent, by its id. */
        id: string;
        /** @description The number of the version. */
        version: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AgentVersionDetails"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  setUp: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key and body within 24 h give the same answer again. */
        "idempotency-key"?: string;
        /** @description Another spelling of `Idempotency-Key`. Where both are sent, they must be the same. */
        "x-idempotency-key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Setup"];
      };
    };
    responses: {
      /** @description It is made */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SetupDone"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      422: components["responses"]["Problem422"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getCosts: {
    parameters: {
      query?: {
        /** @description Including today. A higher number is treated as 365. */
        days?: number;
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Costs"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getCostBreakdown: {
    parameters: {
      query?: {
        /** @description The first day; 29 days before `to` unless told. A day, or a time of it, in UTC. */
        from?: string;
        /** @description The last day, which is included; today unless told. A day, or a time of it, in UTC. */
        to?: string;
        /** @description What each row of the answer is about. */
        groupBy?: "day" | "agent" | "model" | "user" | "key";
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CostBreakdown"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  regenerate: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The conversation, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RegenerateRequest"];
      };
    };
    responses: {
      /** @description The answer */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ChatAnswer"];
          "text/event-stream": components["schemas"]["RunFrame"];
        };
      };
      /** @description It is taken; the work goes on in the background */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AwaitingApproval"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      502: components["responses"]["Problem502"];
      503: components["responses"]["Problem503"];
      504: components["responses"]["Problem504"];
    };
  };
  chat: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key and body within 24 h give the same answer again. */
        "idempotency-key"?: string;
        /** @description Another spelling of `Idempotency-Key`. Where both are sent, they must be the same. */
        "x-idempotency-key"?: string;
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ChatRequest"];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ChatAnswer"];
        };
      };
      /** @description It is taken; the work goes on in the background */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AwaitingApproval"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      422: components["responses"]["Problem422"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      502: components["responses"]["Problem502"];
      503: components["responses"]["Problem503"];
      504: components["responses"]["Problem504"];
    };
  };
  streamChat: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ChatRequest"];
      };
    };
    responses: {
      /** @description Server-sent events; the data of each is one frame. Ends after `stream_done` or `error`. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/event-stream": components["schemas"]["RunFrame"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  resetSessions: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["ResetRequest"];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ResetDone"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getPresence: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Presence"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getAgentHealth: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AgentHealth"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listFiles: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["FilePage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  uploadFile: {
    parameters: {
      query?: {
        /** @description Instead of the name in the form. */
        name?: string;
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "multipart/form-data": components["schemas"]["FormOfFile"];
        "application/octet-stream": string;
      };
    };
    responses: {
      /** @description It is made */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["StoredFile"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getFile: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The file, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["StoredFile"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  deleteFile: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The file, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  downloadFile: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The file, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The bytes */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "*/*": string;
        };
      };
      /** @description The part that Range asks for */
      206: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "*/*": string;
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      /** @description The file has no such part */
      416: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/problem+json": components["schemas"]["Problem"];
        };
      };
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  rateMessage: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The conversation, by its id. */
        id: string;
        /** @description The message, by its id. */
        messageId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["FeedbackRequest"];
      };
    };
    responses: {
      /** @description As it is after the change */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Feedback"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listFeedback: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
        /** @description Only those of this agent. */
        agentId?: string;
        /** @description Only those with this rating. */
        rating?: "1" | "-1";
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["FeedbackPage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listSessions: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
        /** @description Only those in this state. */
        status?: "active" | "closed";
        /** @description Only those of this agent. */
        agentId?: string;
        /** @description Only those that are pinned, or only those that are not. */
        pinned?: boolean;
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SessionPage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  searchMessages: {
    parameters: {
      query?: {
        /** @description Words, "phrases", -not. */
        q?: string;
        /** @description The same as `q`. */
        query?: string;
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SearchHitPage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getSession: {
    parameters: {
      query?: {
        /** @description The newest messages; at most 200. */
        limit?: number;
        /** @description Only messages with a smaller `seq`. */
        before?: number;
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The conversation, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SessionDetails"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  deleteSession: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The conversation, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  changeSession: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The conversation, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SessionChange"];
      };
    };
    responses: {
      /** @description As it is after the change */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Session"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  forkSession: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The conversation, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Fork"];
      };
    };
    responses: {
      /** @description It is made */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Session"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  exportSession: {
    parameters: {
      query?: {
        /** @description How the copy is written. */
        format?: "markdown" | "json";
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The conversation, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The conversation as it is shown, oldest message first. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/markdown": string;
          "application/json": components["schemas"]["SessionExport"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  chooseMessage: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The conversation, by its id. */
        id: string;
        /** @description The message, by its id. */
        messageId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is after the change */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SessionDetails"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  handOffSession: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The conversation, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Handoff"];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Session"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listJobs: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
        /** @description Only those in this state. */
        status?: "queued" | "running" | "awaiting_approval" | "awaiting_client_tool" | "completed" | "failed" | "cancelled";
        /** @description Only those that this door started. */
        kind?: "chat" | "stream" | "websocket" | "channel" | "spawn" | "inference" | "mcp" | "ui" | "a2a" | "ag-ui" | "autonomous" | "batch" | "heartbeat" | "cron" | "swarm";
        /** @description Only those of this batch. */
        batchId?: string;
        /** @description Only those of this conversation. */
        sessionId?: string;
        /** @description Only those of this agent. */
        agentId?: string;
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["JobPage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getJob: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The run, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["JobDetails"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  streamJob: {
    parameters: {
      query?: never;
      header?: {
        /** @description The last event that was received: those after it are sent. Clients of event streams send it by themselves. */
        "last-event-id"?: string;
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The run, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Server-sent events; the data of each is one frame. Ends after `stream_done` or `error`. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/event-stream": components["schemas"]["RunFrame"];
        };
      };
      /** @description The run has ended and nothing comes after Last-Event-ID. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  cancelJob: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The run, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["JobDetails"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  runAutonomously: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key and body within 24 h give the same answer again. */
        "idempotency-key"?: string;
        /** @description Another spelling of `Idempotency-Key`. Where both are sent, they must be the same. */
        "x-idempotency-key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["AutonomousRun"];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ChatAnswer"];
        };
      };
      /** @description It is taken; the work goes on in the background */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AwaitingApproval"] | components["schemas"]["DeferredRun"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      422: components["responses"]["Problem422"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      502: components["responses"]["Problem502"];
      503: components["responses"]["Problem503"];
      504: components["responses"]["Problem504"];
    };
  };
  runBatch: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key and body within 24 h give the same answer again. */
        "idempotency-key"?: string;
        /** @description Another spelling of `Idempotency-Key`. Where both are sent, they must be the same. */
        "x-idempotency-key"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["AutonomousBatch"];
      };
    };
    responses: {
      /** @description It is taken; the work goes on in the background */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["BatchStarted"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      422: components["responses"]["Problem422"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getBatch: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The batch, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["BatchProgress"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listSwarms: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SwarmPage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  createSwarm: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key and body within 24 h give the same answer again. */
        "idempotency-key"?: string;
        /** @description Another spelling of `Idempotency-Key`. Where both are sent, they must be the same. */
        "x-idempotency-key"?: string;
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CreateSwarm"];
      };
    };
    responses: {
      /** @description It is taken; the work goes on in the background */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SwarmStarted"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      422: components["responses"]["Problem422"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getSwarm: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The swarm, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SwarmDetails"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  cancelSwarm: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The swarm, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SwarmDetails"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listTraces: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
        /** @description Only those of this agent. */
        agentId?: string;
        /** @description Only those of this conversation. */
        sessionId?: string;
        /** @description Only those of this run. */
        runId?: string;
        /** @description Only those in this state. */
        status?: "queued" | "running" | "awaiting_approval" | "awaiting_client_tool" | "completed" | "failed" | "cancelled";
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TracePage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getTrace: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The trace, by its id, or by the id of its run. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Trace"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listApprovals: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
        /** @description Only those in this state. */
        status?: "pending" | "approved" | "denied" | "expired";
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ApprovalPage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getApproval: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The approval, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Approval"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  resolveApproval: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The approval, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ResolveApproval"];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Approval"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listTools: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ToolPage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  createTool: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CreateTool"];
      };
    };
    responses: {
      /** @description `http` and `createdAt` only for a tool of your own. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ToolDetails"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getTool: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The tool, by its name. */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description `http` and `createdAt` only for a tool of your own. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ToolDetails"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  deleteTool: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The tool, by its name. */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  invokeTool: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The tool, by its name. */
        name: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["InvokeTool"];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ToolInvocation"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listMcpServers: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["McpServerPage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  createMcpServer: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CreateMcpServer"];
      };
    };
    responses: {
      /** @description It is made */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["McpServer"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getMcpServer: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The MCP server, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["McpServer"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  updateMcpServer: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The MCP server, by its id. */
        id: string;
      };
      cookie?: never;
    };
    /** @description What is left out stays; `headers` replaces all of them. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["UpdateMcpServer"];
      };
    };
    responses: {
      /** @description As it is after the change */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["McpServer"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  deleteMcpServer: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The MCP server, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listSkills: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SkillList"];
        };
      };
      400: components["responses"]["Problem400"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getSkill: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The skill, by its name. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SkillDetails"];
        };
      };
      400: components["responses"]["Problem400"];
      404: components["responses"]["Problem404"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getSkillCacheStatistics: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Of the node that answers, since its start. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SkillCacheStatistics"];
        };
      };
      400: components["responses"]["Problem400"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  clearSkillCache: {
    parameters: {
      query?: {
        /** @description Only those of this tool. */
        tool?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SkillCacheCleared"];
        };
      };
      400: components["responses"]["Problem400"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listWebhooks: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookPage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  createWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CreateWebhook"];
      };
    };
    responses: {
      /** @description It is made */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CreatedWebhook"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The webhook, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Webhook"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  updateWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The webhook, by its id. */
        id: string;
      };
      cookie?: never;
    };
    /** @description What is left out stays. A new `secret` counts at once; to change it without a gap, rotate it. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["UpdateWebhook"];
      };
    };
    responses: {
      /** @description As it is after the change */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Webhook"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  deleteWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The webhook, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  rotateWebhookSecret: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The webhook, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RotatedSecret"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  testWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The webhook, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookTest"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listDeliveries: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The webhook, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeliveryPage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getWebhookTestMode: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookTestMode"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  enableWebhookTestMode: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookTestMode"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  disableWebhookTestMode: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WebhookTestMode"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listInterceptedDispatches: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["InterceptedDispatchPage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  clearInterceptedDispatches: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listDeadLetters: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeadLetterPage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  replayDeadLetters: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ReplayRequest"];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Replay"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  redeliver: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The delivery, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is taken; the work goes on in the background */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Delivery"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listDispatchRecords: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
        /** @description Only those of this event. */
        eventType?: "agent.completed" | "agent.failed" | "document.ready" | "document.failed" | "approval.requested" | "memory.propagated" | "memory.written" | "message.rated" | "heartbeat.fired" | "swarm.finished" | "tool.executed" | "webhook.disabled" | "provider.key_refused" | "api.deprecated" | "webhook.test";
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DispatchRecordPage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getDispatchRecord: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The attempt, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DispatchRecord"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listenToWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description The last event that was received: those after it are sent. Clients of event streams send it by themselves. */
        "last-event-id"?: string;
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The webhook, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Server-sent events; the stream stays open */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/event-stream": components["schemas"]["WebhookCopy"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listApiChanges: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ApiChangePage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  streamApiChanges: {
    parameters: {
      query?: never;
      header?: {
        /** @description The last event that was received: those after it are sent. Clients of event streams send it by themselves. */
        "last-event-id"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Server-sent events; the stream stays open */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/event-stream": components["schemas"]["ApiChange"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listHeartbeats: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["HeartbeatPage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  createHeartbeat: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CreateHeartbeat"];
      };
    };
    responses: {
      /** @description It is made */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Heartbeat"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      502: components["responses"]["Problem502"];
      503: components["responses"]["Problem503"];
    };
  };
  getHeartbeat: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The heartbeat, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Heartbeat"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  deleteHeartbeat: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The heartbeat, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  updateHeartbeat: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The heartbeat, by its id. */
        id: string;
      };
      cookie?: never;
    };
    /** @description Omitted fields keep their values. A change of `agentId`, `prompt`, `type` or `url` makes it act as you; after a change of `type` or `url` everything found is new. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["UpdateHeartbeat"];
      };
    };
    responses: {
      /** @description As it is after the change */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Heartbeat"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listHeartbeatRuns: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The heartbeat, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["HeartbeatRunPage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  runHeartbeat: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The heartbeat, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["HeartbeatRun"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  acceptHeartbeatVersion: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The heartbeat, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["AcceptVersion"];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Heartbeat"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listCronSchedules: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CronSchedulePage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  createCronSchedule: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CreateCronSchedule"];
      };
    };
    responses: {
      /** @description It is made */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CronSchedule"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      502: components["responses"]["Problem502"];
      503: components["responses"]["Problem503"];
    };
  };
  getCronSchedule: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The schedule, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CronSchedule"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  putCronSchedule: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The schedule, by its id. */
        id: string;
      };
      cookie?: never;
    };
    /** @description Omitted fields keep their values. A change of `agentId` or `message` makes it act as you. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["UpdateCronSchedule"];
      };
    };
    responses: {
      /** @description As it is after the change */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CronSchedule"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  deleteCronSchedule: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The schedule, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  updateCronSchedule: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The schedule, by its id. */
        id: string;
      };
      cookie?: never;
    };
    /** @description Omitted fields keep their values. A change of `agentId` or `message` makes it act as you. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["UpdateCronSchedule"];
      };
    };
    responses: {
      /** @description As it is after the change */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CronSchedule"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listCronRuns: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The schedule, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CronRunPage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  runCronSchedule: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The schedule, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is taken; the work goes on in the background */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CronRun"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  acceptCronVersion: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The schedule, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["AcceptVersion"];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CronSchedule"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listModels: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ModelList"];
        };
      };
      400: components["responses"]["OpenAiError400"];
      401: components["responses"]["OpenAiError401"];
      403: components["responses"]["OpenAiError403"];
      429: components["responses"]["OpenAiError429"];
      500: components["responses"]["OpenAiError500"];
      503: components["responses"]["OpenAiError503"];
    };
  };
  getModel: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The model, as `connection/model`, or the id of an agent. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Model"];
        };
      };
      400: components["responses"]["OpenAiError400"];
      401: components["responses"]["OpenAiError401"];
      403: components["responses"]["OpenAiError403"];
      404: components["responses"]["OpenAiError404"];
      429: components["responses"]["OpenAiError429"];
      500: components["responses"]["OpenAiError500"];
      503: components["responses"]["OpenAiError503"];
    };
  };
  createChatCompletion: {
    parameters: {
      query?: never;
      header?: {
        /** @description With an agent: the id of a session to continue, or your own name for a conversation that the gateway keeps. */
        "x-session-id"?: string;
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ChatCompletionRequest"];
      };
    };
    responses: {
      /** @description The answer */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ChatCompletion"];
          "text/event-stream": string;
        };
      };
      400: components["responses"]["OpenAiError400"];
      401: components["responses"]["OpenAiError401"];
      403: components["responses"]["OpenAiError403"];
      404: components["responses"]["OpenAiError404"];
      409: components["responses"]["OpenAiError409"];
      413: components["responses"]["OpenAiError413"];
      415: components["responses"]["OpenAiError415"];
      429: components["responses"]["OpenAiError429"];
      500: components["responses"]["OpenAiError500"];
      502: components["responses"]["OpenAiError502"];
      503: components["responses"]["OpenAiError503"];
      504: components["responses"]["OpenAiError504"];
    };
  };
  createEmbeddings: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["EmbeddingRequest"];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["EmbeddingList"];
        };
      };
      400: components["responses"]["OpenAiError400"];
      401: components["responses"]["OpenAiError401"];
      403: components["responses"]["OpenAiError403"];
      404: components["responses"]["OpenAiError404"];
      413: components["responses"]["OpenAiError413"];
      415: components["responses"]["OpenAiError415"];
      429: components["responses"]["OpenAiError429"];
      500: components["responses"]["OpenAiError500"];
      502: components["responses"]["OpenAiError502"];
      503: components["responses"]["OpenAiError503"];
    };
  };
  createResponse: {
    parameters: {
      query?: never;
      header?: {
        /** @description With an agent: the id of a session to continue, or your own name for a conversation that the gateway keeps. */
        "x-session-id"?: string;
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ResponseRequest"];
      };
    };
    responses: {
      /** @description The response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ResponseObject"];
          "text/event-stream": string;
        };
      };
      400: components["responses"]["OpenAiError400"];
      401: components["responses"]["OpenAiError401"];
      403: components["responses"]["OpenAiError403"];
      404: components["responses"]["OpenAiError404"];
      409: components["responses"]["OpenAiError409"];
      413: components["responses"]["OpenAiError413"];
      415: components["responses"]["OpenAiError415"];
      429: components["responses"]["OpenAiError429"];
      500: components["responses"]["OpenAiError500"];
      502: components["responses"]["OpenAiError502"];
      503: components["responses"]["OpenAiError503"];
      504: components["responses"]["OpenAiError504"];
    };
  };
  getResponse: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The response, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ResponseObject"];
        };
      };
      400: components["responses"]["OpenAiError400"];
      401: components["responses"]["OpenAiError401"];
      403: components["responses"]["OpenAiError403"];
      404: components["responses"]["OpenAiError404"];
      429: components["responses"]["OpenAiError429"];
      500: components["responses"]["OpenAiError500"];
      503: components["responses"]["OpenAiError503"];
    };
  };
  deleteResponse: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The response, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was deleted */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DeletedResponse"];
        };
      };
      400: components["responses"]["OpenAiError400"];
      401: components["responses"]["OpenAiError401"];
      403: components["responses"]["OpenAiError403"];
      404: components["responses"]["OpenAiError404"];
      429: components["responses"]["OpenAiError429"];
      500: components["responses"]["OpenAiError500"];
      503: components["responses"]["OpenAiError503"];
    };
  };
  createMessage: {
    parameters: {
      query?: never;
      header?: {
        /** @description Any; the format is that of 2023-06-01. */
        "anthropic-version"?: string;
        /** @description Not used. */
        "anthropic-beta"?: string;
        /** @description With an agent: the id of a session to continue, or your own name for a conversation that the gateway keeps. */
        "x-session-id"?: string;
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["AnthropicMessageRequest"];
      };
    };
    responses: {
      /** @description The answer */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AnthropicMessage"];
          "text/event-stream": string;
        };
      };
      400: components["responses"]["AnthropicError400"];
      401: components["responses"]["AnthropicError401"];
      403: components["responses"]["AnthropicError403"];
      404: components["responses"]["AnthropicError404"];
      409: components["responses"]["AnthropicError409"];
      413: components["responses"]["AnthropicError413"];
      415: components["responses"]["AnthropicError415"];
      429: components["responses"]["AnthropicError429"];
      500: components["responses"]["AnthropicError500"];
      502: components["responses"]["AnthropicError502"];
      503: components["responses"]["AnthropicError503"];
      504: components["responses"]["AnthropicError504"];
    };
  };
  countTokens: {
    parameters: {
      query?: never;
      header?: {
        /** @description Any; the format is that of 2023-06-01. */
        "anthropic-version"?: string;
        /** @description Not used. */
        "anthropic-beta"?: string;
        /** @description With an agent: the id of a session to continue, or your own name for a conversation that the gateway keeps. */
        "x-session-id"?: string;
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CountTokensRequest"];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TokenCount"];
        };
      };
      400: components["responses"]["AnthropicError400"];
      401: components["responses"]["AnthropicError401"];
      403: components["responses"]["AnthropicError403"];
      404: components["responses"]["AnthropicError404"];
      413: components["responses"]["AnthropicError413"];
      415: components["responses"]["AnthropicError415"];
      429: components["responses"]["AnthropicError429"];
      500: components["responses"]["AnthropicError500"];
      503: components["responses"]["AnthropicError503"];
    };
  };
  runAgUi: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RunAgentInput"];
      };
    };
    responses: {
      /** @description AG-UI’s events, from `RUN_STARTED` to `RUN_FINISHED` or `RUN_ERROR`. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/event-stream": string;
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  runAgUiAgent: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The agent, by its id. */
        agentId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RunAgentInput"];
      };
    };
    responses: {
      /** @description AG-UI’s events, from `RUN_STARTED` to `RUN_FINISHED` or `RUN_ERROR`. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/event-stream": string;
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getProtectedResource: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Metadata of RFC 9728. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ProtectedResource"];
        };
      };
      400: components["responses"]["Problem400"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getProtectedMcp: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Metadata of RFC 9728. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ProtectedResource"];
        };
      };
      400: components["responses"]["Problem400"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  postMcpMessage: {
    parameters: {
      query?: never;
      header?: {
        /** @description As `initialize` returned it (revisions before 2026-07-28). It names calls that are to be cancelled. */
        "mcp-session-id"?: string;
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    /** @description A request, a notification or an answer of the Model Context Protocol. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["McpMessage"];
      };
    };
    responses: {
      /** @description The answer */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["McpAnswer"];
          "text/event-stream": string;
        };
      };
      /** @description Taken */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["McpError400"];
      401: components["responses"]["McpError401"];
      403: components["responses"]["McpError403"];
      404: components["responses"]["McpError404"];
      413: components["responses"]["McpError413"];
      415: components["responses"]["McpError415"];
      429: components["responses"]["McpError429"];
      500: components["responses"]["McpError500"];
      503: components["responses"]["McpError503"];
    };
  };
  chatUi: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["UiChatRequest"];
      };
    };
    responses: {
      /** @description The AI SDK’s UI message stream: server-sent events, each a chunk as JSON; then `[DONE]`. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/event-stream": string;
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      502: components["responses"]["Problem502"];
      503: components["responses"]["Problem503"];
      504: components["responses"]["Problem504"];
    };
  };
  resumeChatUi: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The id of the chat in the page. The id of a session (`ses_…`) goes on with that session. */
        chatId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The AI SDK’s UI message stream: server-sent events, each a chunk as JSON; then `[DONE]`. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/event-stream": string;
        };
      };
      /** @description Nothing runs */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getAgentCard: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The agent, by its id. */
        agentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description An agent as A2A describes it. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AgentCard"];
        };
      };
      400: components["responses"]["Problem400"];
      404: components["responses"]["Problem404"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  postA2aRequest: {
    parameters: {
      query?: never;
      header?: {
        /** @description 1.0; others are refused. */
        "a2a-version"?: string;
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The agent, by its id. */
        agentId: string;
      };
      cookie?: never;
    };
    /** @description One request of A2A 1.0 over JSON-RPC. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["A2aRequest"];
      };
    };
    responses: {
      /** @description The answer */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["A2aResponse"];
          "text/event-stream": string;
        };
      };
      /** @description The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["McpError"];
        };
      };
      /** @description Missing, wrong or expired credentials */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["McpError"];
        };
      };
      /** @description Not allowed */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["McpError"];
        };
      };
      /** @description Not found, or not yours */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["McpError"];
        };
      };
      /** @description Conflicts with the current state */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["McpError"];
        };
      };
      /** @description The body is too large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["McpError"];
        };
      };
      /** @description The content type is not supported */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["McpError"];
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["McpError"];
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["McpError"];
        };
      };
      /** @description Temporarily unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["McpError"];
        };
      };
    };
  };
  listChannels: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ChannelPage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  createChannel: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CreateChannel"];
      };
    };
    responses: {
      /** @description It is made */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CreatedChannel"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      502: components["responses"]["Problem502"];
      503: components["responses"]["Problem503"];
    };
  };
  getChannel: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The channel, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Channel"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  updateChannel: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The channel, by its id. */
        id: string;
      };
      cookie?: never;
    };
    /** @description What is left out stays, in `hmac` too. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["UpdateChannel"];
      };
    };
    responses: {
      /** @description As it is after the change */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Channel"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      502: components["responses"]["Problem502"];
      503: components["responses"]["Problem503"];
    };
  };
  deleteChannel: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The channel, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  acceptChannelVersion: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The channel, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["AcceptVersion"];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Channel"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  receiveMessage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The channel, by its id. */
        id: string;
      };
      cookie?: never;
    };
    /** @description Or the event as GitHub or Slack sends it. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["InboundMessage"];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["InboundAnswer"];
        };
      };
      /** @description It is taken; the work goes on in the background */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["InboundAccepted"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      502: components["responses"]["Problem502"];
      503: components["responses"]["Problem503"];
      504: components["responses"]["Problem504"];
    };
  };
  searchMemory: {
    parameters: {
      query?: {
        /** @description A question or words. */
        q?: string;
        /** @description The same as `q`. */
        query?: string;
        /** @description Only these: session, daily, profile, strategic. Repeated, or separated by commas. */
        tier?: string[];
        /** @description A higher number is treated as 100. */
        limit?: number;
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MemorySearch"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listMemoryEntries: {
    parameters: {
      query: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
        /** @description Only those of this tier. */
        tier: "session" | "daily" | "profile" | "strategic";
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MemoryEntryPage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getMemoryEntry: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The entry of memory, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MemoryEntry"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  updateMemoryEntry: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The entry of memory, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["NewMemory"];
      };
    };
    responses: {
      /** @description As it is after the change */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MemoryEntry"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  deleteMemoryEntry: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The entry of memory, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  exportMemory: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MemoryExport"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  eraseMemory: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getMemoryOfUser: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MemoryOfUser"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  updateMemoryOfUser: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["UpdateProfile"];
      };
    };
    responses: {
      /** @description As it is after the change */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MemoryOfUser"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listMemoryDays: {
    parameters: {
      query?: {
        /** @description Including today. A higher number is treated as 365. */
        days?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MemoryDayPage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  addMemoryOfToday: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["NewMemory"];
      };
    };
    responses: {
      /** @description It is made */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MemoryEntry"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getMemoryDay: {
    parameters: {
      query?: {
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description A day, in UTC. */
        date: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MemoryOneDay"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  deleteMemoryOfDay: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description A day, in UTC. */
        date: string;
        /** @description Never changes, and is never given to another entry. */
        entryIndex: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listNotes: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["NotePage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  createNote: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["NewMemory"];
      };
    };
    responses: {
      /** @description It is made */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MemoryEntry"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  deleteNote: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description Never changes, and is never given to another entry. */
        index: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listMemoryProfiles: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MemoryProfilePage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  createMemoryProfile: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CreateMemoryProfile"];
      };
    };
    responses: {
      /** @description A policy that agents are bound to by their `memoryProfileId`. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MemoryProfile"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getMemoryProfile: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The memory policy, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A policy that agents are bound to by their `memoryProfileId`. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MemoryProfile"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  updateMemoryProfile: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The memory policy, by its id. */
        id: string;
      };
      cookie?: never;
    };
    /** @description Omitted fields keep their values. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["UpdateMemoryProfile"];
      };
    };
    responses: {
      /** @description A policy that agents are bound to by their `memoryProfileId`. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["MemoryProfile"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  deleteMemoryProfile: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The memory policy, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  propagateMemory: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["PropagationRequest"];
      };
    };
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PropagationReport"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listPropagations: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["PropagationPage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  revertPropagation: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The promotion, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What came of it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Propagation"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listCollections: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CollectionPage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  createCollection: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CreateCollection"];
      };
    };
    responses: {
      /** @description Documents that agents answer from; they name it in `knowledge`. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Collection"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getCollection: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The collection, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Documents that agents answer from; they name it in `knowledge`. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Collection"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  deleteCollection: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The collection, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  updateCollection: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The collection, by its id. */
        id: string;
      };
      cookie?: never;
    };
    /** @description Omitted fields keep their values. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["UpdateCollection"];
      };
    };
    responses: {
      /** @description Documents that agents answer from; they name it in `knowledge`. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Collection"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  listDocuments: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
        /** @description Only documents with this status. */
        status?: "queued" | "processing" | "ready" | "failed";
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The collection, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["KnowledgeDocumentPage"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  addDocument: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The collection, by its id. */
        id: string;
      };
      cookie?: never;
    };
    /** @description One of `text`, `fileId` and `url`. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["AddDocument"];
      };
    };
    responses: {
      /** @description It is taken; the work goes on in the background */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["KnowledgeDocument"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getDocument: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The collection, by its id. */
        id: string;
        /** @description The document, by its id. */
        documentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["KnowledgeDocument"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  replaceDocument: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The collection, by its id. */
        id: string;
        /** @description The document, by its id. */
        documentId: string;
      };
      cookie?: never;
    };
    /** @description One of `text`, `fileId` and `url`. */
    requestBody: {
      content: {
        "application/json": components["schemas"]["AddDocument"];
      };
    };
    responses: {
      /** @description It is taken; the work goes on in the background */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["KnowledgeDocument"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      413: components["responses"]["Problem413"];
      415: components["responses"]["Problem415"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  deleteDocument: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The collection, by its id. */
        id: string;
        /** @description The document, by its id. */
        documentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  getDocumentText: {
    parameters: {
      query?: {
        /** @description The place of the first character. */
        start?: number;
        /** @description At most so many characters. */
        length?: number;
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The collection, by its id. */
        id: string;
        /** @description The document, by its id. */
        documentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The text that is searched. Places in it count UTF-16 units, as strings of JavaScript do. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DocumentText"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      409: components["responses"]["Problem409"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
  searchCollection: {
    parameters: {
      query: {
        /** @description A question, or words. */
        q: string;
        /** @description A higher number is treated as 50. */
        limit?: number;
        /** @description A JSON object such as `{"team": "finance"}`: only documents whose metadata have all of it. */
        filter?: string;
      };
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
        /** @description The collection, by its id. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description As it is now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["FoundPassages"];
        };
      };
      400: components["responses"]["Problem400"];
      401: components["responses"]["Problem401"];
      403: components["responses"]["Problem403"];
      404: components["responses"]["Problem404"];
      429: components["responses"]["Problem429"];
      500: components["responses"]["Problem500"];
      503: components["responses"]["Problem503"];
    };
  };
}
