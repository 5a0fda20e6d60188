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
};
export type webhooks = Record<string, never>;
export type components = {
  schemas: {
    /** AcceptInvitation */
    AcceptInvitation: {
      token: string;
    };
    /** AcceptVersion */
    AcceptVersion: {
      version: number;
    };
    /**
     * Accepted
     * @description If there is such an account, a mail is on its way.
     */
    Accepted: {
      /** @enum {string} */
      status: "accepted";
    };
    /**
     * AcceptedInvitation
     * @description The workspace, and your role in it now.
     */
    AcceptedInvitation: {
      workspaceId: string;
      name: string;
      /** @enum {string} */
      role: "owner" | "admin" | "member";
    };
    /**
     * AddMember
     * @description By email or by userId, as a member unless told. Someone who is in already gets the role, if one is named. An owner’s role is offered, and counts once the person has accepted it.
     */
    AddMember: {
      email?: string;
      userId?: string;
      /** @enum {string} */
      role?: "owner" | "admin" | "member";
    };
    /**
     * AdminAgent
     * @description Without its instructions, which are the tenant’s own.
     */
    AdminAgent: {
      id: string;
      workspaceId: string;
      name: string;
      provider: string | null;
      model: string | null;
      version: number;
      consecutiveFailures: number;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    /** AdminAgentPage */
    AdminAgentPage: {
      data: components["schemas"]["AdminAgent"][];
      nextCursor: string | null;
    };
    /**
     * AdminHealth
     * @description Sums over all tenants; at most some seconds old.
     */
    AdminHealth: {
      /** @enum {string} */
      status: "ok" | "degraded" | "down";
      version: string;
      uptimeSeconds: number;
      memory: {
        rss: number;
        heapUsed: number;
        heapTotal: number;
        external: number;
      };
      database: {
        /** @enum {string} */
        engine: "sqlite" | "postgres";
        /** @enum {string} */
        status: "ok" | "down";
      };
      sessions: {
        active: number;
        total: number;
      };
      runs: {
        running: number;
        queued: number;
        awaitingApproval: number;
      };
      users: number;
      workspaces: number;
      agents: number;
    };
    /**
     * AdminSession
     * @description Without title and messages, which are the person’s own.
     */
    AdminSession: {
      id: string;
      workspaceId: string;
      userId: string;
      agentId: string;
      surface: string;
      /** @enum {string} */
      status: "active";
      messageCount: number;
      usage: {
        promptTokens: number;
        completionTokens: number;
      };
      costUsd: number;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
      lastMessageAt: string | null;
    };
    /** AdminSessionPage */
    AdminSessionPage: {
      data: components["schemas"]["AdminSession"][];
      nextCursor: string | null;
    };
    /**
     * AdminUsage
     * @description All that a person ever used, in every workspace.
     */
    AdminUsage: {
      userId: string;
      requests: number;
      promptTokens: number;
      cachedTokens: number;
      completionTokens: number;
      costUsd: number;
      priced: boolean;
      estimatedRequests: number;
      byModel: {
        key: string;
        requests: number;
        promptTokens: number;
        cachedTokens: number;
        completionTokens: number;
        costUsd: number;
        priced: boolean;
        estimatedRequests: number;
      }[];
    };
    /** AdminUser */
    AdminUser: {
      id: string;
      email: string;
      defaultWorkspaceId: string;
      /** @description Since when it is suspended; null when it is not. */
      disabledAt: string | null;
      /** Format: date-time */
      createdAt: string;
    };
    /** AdminUserDetails */
    AdminUserDetails: {
      id: string;
      email: string;
      defaultWorkspaceId: string;
      /** @description Since when it is suspended; null when it is not. */
      disabledAt: string | null;
      /** Format: date-time */
      createdAt: string;
      workspaces: {
        workspaceId: string;
        /** @enum {string} */
        role: "owner" | "admin" | "member";
      }[];
    };
    /** AdminUserPage */
    AdminUserPage: {
      data: components["schemas"]["AdminUser"][];
      nextCursor: string | null;
    };
    /** AdminWorkspace */
    AdminWorkspace: {
      id: string;
      name: string;
      personal: boolean;
      memberCount: number;
      /** @description Since when it is suspended; null when it is not. */
      disabledAt: string | null;
      /** Format: date-time */
      createdAt: string;
    };
    /** AdminWorkspacePage */
    AdminWorkspacePage: {
      data: components["schemas"]["AdminWorkspace"][];
      nextCursor: string | null;
    };
    /** Agent */
    Agent: {
      id: string;
      workspaceId: string;
      name: string;
      description: string;
      systemPrompt: string;
      provider: string | null;
      model: string | null;
      temperature: number | null;
      maxTokens: number | null;
      /** @description Model calls in one turn. */
      maxSteps: number;
      timeoutMs: number;
      /** @description Tools it may call. */
      tools: string[];
      /** @description Skills it has. */
      skills: string[];
      /** @description Tools that need a human’s word. */
      approvals: string[];
      spawn: components["schemas"]["AgentSpawn"];
      memoryProfileId: string | null;
      /** @description Anything of yours, up to 16 KiB. */
      metadata: {
        [key: string]: unknown;
      };
      version: number;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    /** AgentConfiguration */
    AgentConfiguration: {
      name: string;
      description: string;
      systemPrompt: string;
      provider: string | null;
      model: string | null;
      temperature: number | null;
      maxTokens: number | null;
      /** @description Model calls in one turn. */
      maxSteps: number;
      timeoutMs: number;
      /** @description Tools it may call. */
      tools: string[];
      /** @description Skills it has. */
      skills: string[];
      /** @description Tools that need a human’s word. */
      approvals: string[];
      spawn: components["schemas"]["AgentSpawn"];
      memoryProfileId: string | null;
      /** @description Anything of yours, up to 16 KiB. */
      metadata: {
        [key: string]: unknown;
      };
    };
    /** AgentDefinitions */
    AgentDefinitions: {
      /** @description The digest of each tool that is not the gateway’s own; null for one that was not there. */
      tools: {
        [key: string]: string | null;
      };
      memory: {
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
      /** @enum {string} */
      status: "ok" | "down";
      provider: string;
      model: string;
      latencyMs: number;
    };
    /** AgentPage */
    AgentPage: {
      data: components["schemas"]["Agent"][];
      nextCursor: string | null;
    };
    /** AgentSpawn */
    AgentSpawn: {
      enabled: boolean;
      maxDepth: number;
      maxChildren: number;
      agents: string[];
      maxRuns?: number;
      maxCostUsd?: number | null;
    };
    /** AgentVersion */
    AgentVersion: {
      version: number;
      /** @description Over the configuration and what it refers to: tools, MCP servers, memory policy, agents it passes work to. */
      digest: string;
      /** @description What is different from the version before: fields by name, `tool:<name>`, `memory`, and `agent:<id>` for one it passes work to. */
      changes: string[];
      /** @description Null where nobody is known: an MCP server said something else, or the account is gone. */
      changedBy: string | null;
      /** Format: date-time */
      createdAt: string;
    };
    /** AgentVersionDetails */
    AgentVersionDetails: {
      version: number;
      /** @description Over the configuration and what it refers to: tools, MCP servers, memory policy, agents it passes work to. */
      digest: string;
      /** @description What is different from the version before: fields by name, `tool:<name>`, `memory`, and `agent:<id>` for one it passes work to. */
      changes: string[];
      /** @description Null where nobody is known: an MCP server said something else, or the account is gone. */
      changedBy: string | null;
      /** Format: date-time */
      createdAt: string;
      configuration: components["schemas"]["AgentConfiguration"];
      definitions: components["schemas"]["AgentDefinitions"];
    };
    /** AgentVersionPage */
    AgentVersionPage: {
      data: components["schemas"]["AgentVersion"][];
      nextCursor: string | null;
    };
    /** ApiChange */
    ApiChange: {
      id: string;
      /** Format: date-time */
      at: string;
      /** @enum {string} */
      type: "api.added" | "api.changed" | "api.deprecated" | "api.removed";
      title: string;
      description: string;
      endpoints: string[];
      /**
       * Format: date-time
       * @description When what is deprecated stops to be served.
       */
      sunsetAt?: string;
    };
    /** ApiChangePage */
    ApiChangePage: {
      data: components["schemas"]["ApiChange"][];
      nextCursor: string | null;
    };
    /** ApiKey */
    ApiKey: {
      id: string;
      name: string;
      /** @description How the key begins, to tell keys apart. */
      prefix: string;
      scopes: ("admin" | "diagnostics" | "autonomous")[];
      expiresAt: string | null;
      lastUsedAt: string | null;
      /** Format: date-time */
      createdAt: string;
    };
    /** ApiKeyPage */
    ApiKeyPage: {
      data: components["schemas"]["ApiKey"][];
      nextCursor: string | null;
    };
    /** Approval */
    Approval: {
      id: string;
      runId: string;
      sessionId: string;
      agentId: string;
      /** @description The user of the run. */
      userId: string;
      tool: string;
      /** @description The exact parameters of the tool call. */
      params: unknown;
      /** @enum {string} */
      status: "pending" | "approved" | "denied" | "expired";
      reason: string | null;
      resolvedBy: string | null;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      expiresAt: string;
      resolvedAt: string | null;
    };
    /** ApprovalPage */
    ApprovalPage: {
      data: components["schemas"]["Approval"][];
      nextCursor: string | null;
    };
    /**
     * ApprovalRequiredFrame
     * @description The run waits for somebody to allow a tool.
     */
    ApprovalRequiredFrame: {
      /** @enum {string} */
      type: "approval_required";
      runId: string;
      sessionId: string;
      agentId: string;
      /** @description Increases, not always by one. A stream resumes after it. */
      seq: number;
      requestId: string;
      tool: string;
      params: unknown;
      /** Format: date-time */
      expiresAt: string;
    };
    /**
     * ApprovalResolvedFrame
     * @description The run goes on.
     */
    ApprovalResolvedFrame: {
      /** @enum {string} */
      type: "approval_resolved";
      runId: string;
      sessionId: string;
      agentId: string;
      /** @description Increases, not always by one. A stream resumes after it. */
      seq: number;
      requestId: string;
      /** @enum {string} */
      decision: "approve" | "deny";
    };
    /** AuditRecord */
    AuditRecord: {
      id: string;
      /** Format: date-time */
      at: string;
      actor: string | null;
      action: string;
      target: string | null;
      /** @enum {string} */
      outcome: "success" | "failure";
      ip: string | null;
      requestId: string | null;
      detail: {
        [key: string]: unknown;
      } | null;
    };
    /** AuditRecords */
    AuditRecords: {
      data: components["schemas"]["AuditRecord"][];
      nextCursor: string | null;
    };
    /** AutonomousBatch */
    AutonomousBatch: {
      agentId: string;
      /** @description Each gets one run, however often named. */
      userIds: string[];
      message: string;
      surface?: string;
      metadata?: {
        [key: string]: unknown;
      };
      /**
       * @description Over all nodes.
       * @default 20
       */
      maxConcurrency?: number;
    };
    /** AutonomousRun */
    AutonomousRun: {
      agentId: string;
      userId: string;
      message: string;
      sessionId?: string;
      surface?: string;
      metadata?: {
        [key: string]: unknown;
      };
      /** @description Answer at once with the run’s id; it is begun when there is room. */
      async?: boolean;
    };
    /** AwaitingApproval */
    AwaitingApproval: {
      runId: string;
      sessionId: string;
      /** @enum {string} */
      status: "awaiting_approval";
      approval: components["schemas"]["PendingApproval"];
    };
    /** BatchProgress */
    BatchProgress: {
      id: string;
      agentId: string;
      workspaceId: string;
      /** @enum {string} */
      status: "running" | "completed";
      maxConcurrency: number;
      userCount: number;
      counts: {
        queued: number;
        running: number;
        awaiting_approval: number;
        completed: number;
        failed: number;
        cancelled: number;
        refused: number;
      };
      /** Format: date-time */
      createdAt: string;
    };
    /** BatchStarted */
    BatchStarted: {
      batchId: string;
      runs: (components["schemas"]["UserRun"] | components["schemas"]["RefusedUser"])[];
    };
    /** BearerToken */
    BearerToken: {
      token: string;
      accessToken: string;
      /** @enum {string} */
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
      /** Format: date-time */
      resetsAt: string;
      /**
       * @description The operator may give one to workspaces that have none, and a ceiling to all.
       * @enum {string}
       */
      setBy: "workspace" | "operator";
    };
    /** Capabilities */
    Capabilities: {
      tools: {
        name: string;
        description: string;
        source: string;
        /** @description JSON Schema. */
        parameters: {
          [key: string]: unknown;
        };
        requiresApproval: boolean;
      }[];
      skills: {
        id: string;
        name: string;
        toolCount: number;
      }[];
      spawn: components["schemas"]["AgentSpawn"];
      model: {
        provider: string;
        model: string;
        temperature: number | null;
        maxTokens: number | null;
        contextWindow: number | null;
        allowed: boolean;
        /** @description Why it is not allowed. */
        reason?: string;
      };
    };
    /** Channel */
    Channel: {
      id: string;
      workspaceId: string;
      name: string;
      agentId: string;
      /** @description The owner: the person who made it or last set its agent. Null when that account is gone. */
      userId: string | null;
      /** @description The version of the agent that answers: the one that was accepted. */
      acceptedVersion: number | null;
      /** @description The agent’s present version where that is another one. It answers once it is accepted. */
      newerVersion: number | null;
      replyUrl: string | null;
      enabled: boolean;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
      hmac: {
        /** @description A vendor’s way of signing, and of writing messages. */
        preset: ("github" | "slack") | null;
        header: string;
        /** @enum {string} */
        algorithm: "sha256" | "sha1";
        /** @description Stands before the hex digits. */
        prefix: string;
        /** @description Then `<timestamp>.<body>` is signed, the timestamp being seconds since 1970, not more than five minutes off. */
        timestampHeader: string | null;
      };
    };
    /** ChannelAnswer */
    ChannelAnswer: {
      runId: string;
      sessionId: string;
      messageId: string | null;
      agentId: string;
      content: string;
      usage: {
        promptTokens: number;
        completionTokens: number;
      };
      durationMs: number;
      /** @enum {string} */
      stopReason: "end_turn" | "max_steps" | "max_tokens" | "cancelled" | "timeout" | "error";
    };
    /**
     * ChannelChallenge
     * @description What Slack asks for when it gets to know an address.
     */
    ChannelChallenge: {
      challenge: string;
    };
    /** ChannelIgnored */
    ChannelIgnored: {
      /** @enum {boolean} */
      ignored: true;
      reason: string;
    };
    /** ChannelPage */
    ChannelPage: {
      data: components["schemas"]["Channel"][];
      nextCursor: string | null;
    };
    /** ChatAnswer */
    ChatAnswer: {
      runId: string;
      sessionId: string;
      messageId: string | null;
      agentId: string;
      /** @description Present, and true, if another version of the agent answered before in this session. */
      agentChanged?: boolean;
      /** @description The version that answered. Present with `agentChanged`. */
      agentVersion?: number;
      content: string;
      toolCalls: components["schemas"]["RunToolCall"][];
      usage: {
        promptTokens: number;
        completionTokens: number;
      };
      costUsd: number;
      durationMs: number;
      /** @enum {string} */
      stopReason: "end_turn" | "max_steps" | "max_tokens" | "cancelled" | "timeout" | "error";
    };
    /** ChatCompletion */
    ChatCompletion: {
      id: string;
      /** @enum {string} */
      object: "chat.completion";
      created: number;
      /** @description `provider/model`, or `agent:<agentId>` to talk to an agent. */
      model: string;
      choices: {
        index: number;
        message: {
          /** @enum {string} */
          role: "assistant";
          content: string | null;
          refusal: string | null;
          /** @description The model’s reasoning, if it sends it. */
          reasoning_content?: string;
          /** @description The same, from servers that use this name. */
          reasoning?: string;
          tool_calls?: {
            id: string;
            type?: string;
            function: {
              name: string;
              arguments: string;
            };
          }[];
        };
        logprobs: null;
        /** @enum {string} */
        finish_reason: "stop" | "length" | "tool_calls" | "content_filter";
      }[];
      usage: {
        prompt_tokens: number;
        completion_tokens: number;
        total_tokens: number;
        prompt_tokens_details: {
          cached_tokens: number;
        };
      };
    };
    /** ChatCompletionMessage */
    ChatCompletionMessage: {
      /** @enum {string} */
      role: "user" | "system" | "developer" | "assistant" | "tool";
      content?: string | ({
        type: string;
        text?: string | null;
        refusal?: string | null;
      } & {
        [key: string]: unknown;
      })[] | null;
      tool_calls?: {
        id: string;
        type?: string;
        function: {
          name: string;
          arguments: string;
        };
      }[] | null;
      tool_call_id?: string | null;
      refusal?: string | null;
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
      messages: components["schemas"]["ChatCompletionMessage"][];
      stream?: boolean | null;
      stream_options?: {
        include_usage?: boolean | null;
      } | null;
      tools?: {
        /** @enum {string} */
        type: "function";
        function: {
          name: string;
          description?: string | null;
          parameters?: {
            [key: string]: unknown;
          } | null;
          strict?: boolean | null;
        };
      }[] | null;
      tool_choice?: (("none" | "auto" | "required") | {
        /** @enum {string} */
        type: "function";
        function: {
          name: string;
        };
      }) | null;
      parallel_tool_calls?: boolean | null;
      temperature?: number | null;
      top_p?: number | null;
      presence_penalty?: number | null;
      frequency_penalty?: number | null;
      seed?: number | null;
      max_tokens?: number | null;
      max_completion_tokens?: number | null;
      stop?: (string | string[]) | null;
      reasoning_effort?: string | null;
      response_format?: {
        /** @enum {string} */
        type: "text" | "json_object" | "json_schema";
        json_schema?: {
          name: string;
          description?: string | null;
          schema?: {
            [key: string]: unknown;
          } | null;
          strict?: boolean | null;
        } | null;
      } | null;
      n?: number | null;
      logprobs?: boolean | null;
      top_logprobs?: number | null;
      logit_bias?: {
        [key: string]: unknown;
      } | null;
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
      agentId?: string;
      message: string;
      sessionId?: string;
      surface?: string;
      metadata?: {
        [key: string]: unknown;
      };
    };
    /** ConsolePasswordChange */
    ConsolePasswordChange: {
      currentPassword: string;
      /** @description At least 8 characters and at most 72 bytes. */
      newPassword: string;
    };
    /**
     * ConsoleSession
     * @description The refresh token is in a cookie that no script can read.
     */
    ConsoleSession: {
      accessToken: string;
    };
    /** CostBreakdown */
    CostBreakdown: {
      /** Format: date */
      from: string;
      /** Format: date */
      to: string;
      /** @enum {string} */
      groupBy: "day" | "agent" | "model" | "user" | "key";
      data: {
        key: string;
        /** @description Of an agent of this workspace or of a personal key, or the email of a member; else null. */
        name?: string | null;
        requests: number;
        /** @description Without the cached ones. */
        promptTokens: number;
        cachedTokens: number;
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
      /** @enum {string} */
      currency: "USD";
      days: number;
      /** Format: date */
      from: string;
      /** Format: date */
      to: string;
      /** @description Exact to the nano-dollar below eight million dollars. */
      totalUsd: number;
      tokens: {
        prompt: number;
        cached: number;
        completion: number;
        total: number;
      };
      requests: number;
      /** @description False when a model without a known price was used: that part counts as 0. */
      priced: boolean;
      byModel: {
        key: string;
        provider: string;
        model: string;
        requests: number;
        /** @description Without the cached ones. */
        promptTokens: number;
        cachedTokens: number;
        completionTokens: number;
        /** @description Exact to the nano-dollar below eight million dollars. */
        costUsd: number;
        /** @description False when a model without a known price was used: that part counts as 0. */
        priced: boolean;
        /** @description Model calls whose tokens are our estimate, because the provider said nothing or was cut off. */
        estimatedRequests: number;
      }[];
      byAgent: {
        key: string;
        /** @description Null for calls that no agent made. */
        agentId: string | null;
        /** @description Of an agent of this workspace or of a personal key, or the email of a member; else null. */
        name: string | null;
        requests: number;
        /** @description Without the cached ones. */
        promptTokens: number;
        cachedTokens: number;
        completionTokens: number;
        /** @description Exact to the nano-dollar below eight million dollars. */
        costUsd: number;
        /** @description False when a model without a known price was used: that part counts as 0. */
        priced: boolean;
        /** @description Model calls whose tokens are our estimate, because the provider said nothing or was cut off. */
        estimatedRequests: number;
      }[];
      budget: components["schemas"]["Budget"] | null;
      personBudget: components["schemas"]["PersonBudget"] | null;
    };
    /** CreateAgent */
    CreateAgent: {
      name: string;
      description?: string;
      systemPrompt?: string;
      provider?: string | null;
      model?: string | null;
      temperature?: number | null;
      maxTokens?: number | null;
      /** @description Model calls in one turn. */
      maxSteps?: number;
      timeoutMs?: number;
      /** @description Tools it may call. */
      tools?: string[];
      /** @description Skills it has. */
      skills?: string[];
      /** @description Tools that need a human’s word. */
      approvals?: string[];
      /** @description Whether, how deep, how often and which agents it may spawn. */
      spawn?: {
        enabled?: boolean;
        maxDepth?: number;
        maxChildren?: number;
        /** @description Which agents it may spawn: none where it is empty, any with "*". */
        agents?: string[];
        /** @description Runs that one message to it may set going in all, itself included; the gateway has a bound of its own. */
        maxRuns?: number;
        maxCostUsd?: number | null;
      };
      memoryProfileId?: string | null;
      /** @description Anything of yours, up to 16 KiB. */
      metadata?: {
        [key: string]: unknown;
      };
    };
    /** CreateApiKey */
    CreateApiKey: {
      name: string;
      scopes: ("admin" | "diagnostics" | "autonomous")[];
      /** Format: date-time */
      expiresAt?: string;
    };
    /** CreateChannel */
    CreateChannel: {
      name: string;
      agentId: string;
      /** @description How what comes in is signed: an HMAC of the raw body, in hex. */
      hmac?: {
        /** @description A vendor’s way of signing, and of writing messages. */
        preset?: ("github" | "slack") | null;
        header?: string;
        /** @enum {string} */
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
      enabled?: boolean;
    };
    /** CreateCronSchedule */
    CreateCronSchedule: {
      name?: string;
      /** @description Default: the workspace’s default agent. */
      agentId?: string;
      message: string;
      /** @description Five parts (minute, hour, day, month, weekday), or six with one second first. */
      cron: string;
      /** @description The time zone of `cron`. Default: UTC. */
      timezone?: string;
      enabled?: boolean;
    };
    /** CreateHeartbeat */
    CreateHeartbeat: {
      name?: string;
      /**
       * @description `rss`: RSS, Atom or JSON Feed; new items start the agent. `http`: a change of status or content starts it.
       * @enum {string}
       */
      type: "rss" | "http";
      url: string;
      /** @description Default: the workspace’s default agent. */
      agentId?: string;
      /** @description What the agent is told to do with the news. */
      prompt?: string;
      /** @description This or `cron`. */
      intervalSeconds?: number | null;
      /** @description This or `intervalSeconds`. */
      cron?: string | null;
      timezone?: string | null;
      enabled?: boolean;
    };
    /** CreateInvitation */
    CreateInvitation: {
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
      name: string;
      scopes?: ("agents" | "agents:read" | "sessions" | "sessions:read" | "chat" | "chat:read" | "memory" | "memory:read" | "memory-profiles" | "memory-profiles:read" | "tools" | "tools:read" | "jobs" | "jobs:read" | "traces" | "traces:read" | "workspaces" | "workspaces:read" | "skills" | "skills:read" | "channels" | "channels:read" | "auth" | "auth:read" | "inference" | "inference:read" | "cron" | "cron:read" | "webhooks" | "webhooks:read" | "approvals" | "members" | "grants")[] | null;
      models?: string[] | null;
      agents?: string[] | null;
      monthlyBudgetUsd?: number | null;
      requestsPerMinute?: number | null;
      expiresAt?: string | null;
    };
    /** CreateMcpServer */
    CreateMcpServer: {
      name: string;
      url: string;
      /** @description Sent with every request; stored encrypted and never shown again. */
      headers?: {
        [key: string]: string;
      };
    };
    /** CreateMemoryProfile */
    CreateMemoryProfile: {
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
    /** CreateServiceAccount */
    CreateServiceAccount: {
      name: string;
      /** @description Such as 12h or 30d, or plain seconds; 90 days unless told. */
      expiresIn?: string | number;
    };
    /** CreateSwarm */
    CreateSwarm: {
      members: components["schemas"]["SwarmMember"][];
      /**
       * @description Over all nodes.
       * @default 5
       */
      maxConcurrency?: number;
    };
    /** CreateTool */
    CreateTool: {
      name: string;
      description: string;
      /** @description JSON Schema (2020-12) of an object. */
      parameters?: {
        [key: string]: unknown;
      };
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
      /** @default 30000 */
      timeoutMs?: number;
    };
    /** CreateWebhook */
    CreateWebhook: {
      url: string;
      /** @description `*` means all; `agent_completed` is another name of `agent.completed`. */
      events: ("agent.completed" | "agent.failed" | "approval.requested" | "memory.propagated" | "memory.written" | "heartbeat.fired" | "swarm.finished" | "tool.executed" | "webhook.disabled" | "api.deprecated" | "agent_completed" | "*")[];
      description?: string | null;
      /** @description Left out, one is made; `null` means unsigned. */
      secret?: string | null;
      /** @description Heeded by `PUT`. A new one is always enabled. */
      enabled?: boolean;
    };
    /** CreateWorkspace */
    CreateWorkspace: {
      name: string;
    };
    /** CreatedApiKey */
    CreatedApiKey: {
      id: string;
      name: string;
      /** @description How the key begins, to tell keys apart. */
      prefix: string;
      scopes: ("admin" | "diagnostics" | "autonomous")[];
      expiresAt: string | null;
      lastUsedAt: string | null;
      /** Format: date-time */
      createdAt: string;
      /** @description Shown this once. */
      key: string;
    };
    /** CreatedChannel */
    CreatedChannel: {
      id: string;
      workspaceId: string;
      name: string;
      agentId: string;
      /** @description The owner: the person who made it or last set its agent. Null when that account is gone. */
      userId: string | null;
      /** @description The version of the agent that answers: the one that was accepted. */
      acceptedVersion: number | null;
      /** @description The agent’s present version where that is another one. It answers once it is accepted. */
      newerVersion: number | null;
      replyUrl: string | null;
      enabled: boolean;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
      hmac: {
        /** @description A vendor’s way of signing, and of writing messages. */
        preset: ("github" | "slack") | null;
        header: string;
        /** @enum {string} */
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
      id: string;
      name: string;
      /** @description How the key begins, to tell keys apart. */
      prefix: string;
      workspaceId: string;
      /** @description Who made it, and in whose name it acts. */
      userId: string;
      email: string;
      scopes: string[] | null;
      models: string[] | null;
      agents: string[] | null;
      monthlyBudgetUsd: number | null;
      requestsPerMinute: number | null;
      expiresAt: string | null;
      lastUsedAt: string | null;
      lastUsedIp: string | null;
      /** Format: date-time */
      createdAt: string;
      /** @description Shown this once. */
      key: string;
    };
    /** CreatedServiceAccount */
    CreatedServiceAccount: {
      id: string;
      name: string;
      /** Format: date-time */
      expiresAt: string;
      /** Format: date-time */
      createdAt: string;
      /** @description Shown this once. */
      accessToken: string;
    };
    /** CreatedWebhook */
    CreatedWebhook: {
      id: string;
      workspaceId: string;
      url: string;
      /** @description `*` means all; `agent_completed` is another name of `agent.completed`. */
      events: ("agent.completed" | "agent.failed" | "approval.requested" | "memory.propagated" | "memory.written" | "heartbeat.fired" | "swarm.finished" | "tool.executed" | "webhook.disabled" | "api.deprecated" | "agent_completed" | "*")[];
      description: string | null;
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
      hasSecret: boolean;
      consecutiveFailures: number;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
      /** @description Shown this once. */
      secret: string | null;
    };
    /** Credentials */
    Credentials: {
      email: string;
      password: string;
    };
    /** CronRun */
    CronRun: {
      id: string;
      /** @description The due time; null when it was fired by hand. */
      scheduledFor: string | null;
      /** Format: date-time */
      startedAt: string;
      durationMs: number | null;
      /** @description The run of the agent, if it was started: a job of the person it acts as. */
      runId: string | null;
      error: string | null;
      /**
       * @description `running` until the agent’s run has ended, then its result.
       * @enum {string}
       */
      status: "running" | "ok" | "failed";
    };
    /** CronRunPage */
    CronRunPage: {
      data: components["schemas"]["CronRun"][];
      nextCursor: string | null;
    };
    /** CronSchedule */
    CronSchedule: {
      id: string;
      name: string;
      agentId: string;
      message: string;
      /** @description Five parts (minute, hour, day, month, weekday), or six with one second first. */
      cron: string;
      /** @description The time zone of `cron`. Default: UTC. */
      timezone: string;
      workspaceId: string;
      /** @description The person it acts as: its maker, or the last who changed what it does. Null when that account was erased; then every run fails. */
      userId: string | null;
      /** @description The version of the agent it acts under: the one that the person it acts as has accepted. */
      acceptedVersion: number | null;
      /** @description The agent’s current version, if it is another one. It takes effect once it is accepted. */
      newerVersion: number | null;
      enabled: boolean;
      /** @description Why the gateway disabled it; null when a person did. */
      disabledReason: string | null;
      lastRunAt: string | null;
      /** @description Null while it is disabled. */
      nextRunAt: string | null;
      consecutiveFailures: number;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    /** CronSchedulePage */
    CronSchedulePage: {
      data: components["schemas"]["CronSchedule"][];
      nextCursor: string | null;
    };
    /**
     * DeadJob
     * @description Background work whose last attempt failed.
     */
    DeadJob: {
      id: string;
      queue: string;
      /** @enum {string} */
      status: "dead";
      attempts: number;
      maxAttempts: number;
      error: string | null;
      /** @description What the job is about: the ids in its payload, and nothing else of it. */
      ids: string[];
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      diedAt: string;
    };
    /** DeadJobPage */
    DeadJobPage: {
      data: components["schemas"]["DeadJob"][];
      nextCursor: string | null;
    };
    /** DeadLetterPage */
    DeadLetterPage: {
      data: components["schemas"]["Delivery"][];
      nextCursor: string | null;
    };
    /** DeferredRun */
    DeferredRun: {
      runId: string;
    };
    /** Delivery */
    Delivery: {
      id: string;
      webhookId: string;
      event: string;
      /** @enum {string} */
      status: "pending" | "retrying" | "succeeded" | "dead" | "intercepted" | "cancelled";
      attempts: number;
      /** @description Null when it is over, or being sent now. */
      nextAttemptAt: string | null;
      lastStatusCode: number | null;
      /** Format: date-time */
      createdAt: string;
    };
    /** DeliveryPage */
    DeliveryPage: {
      data: components["schemas"]["Delivery"][];
      nextCursor: string | null;
    };
    /** DiagnosticCheck */
    DiagnosticCheck: {
      id: string;
      /** @enum {string} */
      category: "storage" | "search" | "models" | "delivery" | "realtime" | "security";
      /** @enum {string} */
      status: "pass" | "warn" | "fail";
      latencyMs: number;
      message: string;
      /** @description What an operator can do about it. */
      hint?: string;
      /** @description The check whose failure made this one impossible. */
      skippedBecause?: string;
    };
    /** DiagnosticHistory */
    DiagnosticHistory: {
      data: components["schemas"]["DiagnosticReport"][];
      nextCursor: string | null;
    };
    /** DiagnosticReport */
    DiagnosticReport: {
      id: string;
      /** @enum {string} */
      status: "pass" | "warn" | "fail";
      /** Format: date-time */
      startedAt: string;
      durationMs: number;
      checks: components["schemas"]["DiagnosticCheck"][];
    };
    /** DispatchRecord */
    DispatchRecord: {
      id: string;
      webhookId: string;
      deliveryId: string;
      eventType: string;
      url: string;
      attempt: number;
      /** @enum {string} */
      trigger: "event" | "retry" | "test" | "manual";
      payload: components["schemas"]["WebhookPayload"];
      statusCode: number | null;
      /** @description The first 16 KiB. */
      responseBody: string | null;
      latencyMs: number;
      error: string | null;
      /** Format: date-time */
      createdAt: string;
    };
    /** DispatchRecordPage */
    DispatchRecordPage: {
      data: components["schemas"]["DispatchRecord"][];
      nextCursor: string | null;
    };
    /** EmailVerification */
    EmailVerification: {
      /** @description From the mail. */
      token: string;
    };
    /** EmbeddingList */
    EmbeddingList: {
      /** @enum {string} */
      object: "list";
      data: {
        /** @enum {string} */
        object: "embedding";
        index: number;
        embedding: number[] | string;
      }[];
      /** @description `provider/model`, or `agent:<agentId>` to talk to an agent. */
      model: string;
      usage: {
        prompt_tokens: number;
        total_tokens: number;
      };
    };
    /** EmbeddingRequest */
    EmbeddingRequest: {
      /** @description `provider/model`, or `agent:<agentId>` to talk to an agent. */
      model: string;
      /** @description A text, or up to 2,048 texts of up to 100,000 characters. Tokens (a list of integers, or a list of lists) go to a model of a provider; the built-in one takes none. */
      input: string | unknown[];
      encoding_format?: ("float" | "base64") | null;
      dimensions?: number | null;
    };
    /**
     * Entrance
     * @description Where to go from here, as paths of this gateway.
     */
    Entrance: {
      name: string;
      version: string;
      console: string;
      docs: string;
      description: string;
      health: string;
    };
    /** EraseWorkspace */
    EraseWorkspace: {
      /** @description The name of the workspace, once more. */
      name: string;
    };
    /** Erasure */
    Erasure: {
      currentPassword?: string;
    };
    /**
     * ErrorFrame
     * @description The run failed; nothing follows.
     */
    ErrorFrame: {
      /** @enum {string} */
      type: "error";
      runId: string;
      sessionId: string;
      agentId: string;
      /** @description Increases, not always by one. A stream resumes after it. */
      seq: number;
      code: string;
      message: string;
      status: number;
      /** @description Whether the same request may succeed later. */
      retryable: boolean;
      /** @description How long to wait, as the model’s provider says. */
      retryAfterSeconds?: number;
      /** @description The status and code of the model’s provider. */
      upstream?: {
        status: number;
        code: string | null;
      };
    };
    /** ExportedPropagation */
    ExportedPropagation: {
      id: string;
      entryId: string;
      targetId: string;
      fromTier: string;
      toTier: string;
      reason: string;
      /** Format: date-time */
      createdAt: string;
      revertedAt: string | null;
    };
    /** ForgottenPassword */
    ForgottenPassword: {
      email: string;
    };
    /** Grant */
    Grant: {
      agentId: string;
      workspaceId: string;
      /** Format: date-time */
      createdAt: string;
    };
    /** GrantPage */
    GrantPage: {
      data: components["schemas"]["Grant"][];
      nextCursor: string | null;
    };
    /** GrantReference */
    GrantReference: {
      agentId: string;
      workspaceId: string;
    };
    /** Handoff */
    Handoff: {
      agentId: string;
      reason?: string;
    };
    /** Health */
    Health: {
      /** @enum {string} */
      status: "ok" | "degraded" | "down";
      version: string;
      uptimeSeconds: number;
      checks: {
        search: components["schemas"]["HealthCheck"];
        database: components["schemas"]["HealthCheck"];
        websocket: components["schemas"]["HealthCheck"];
      };
    };
    /** HealthCheck */
    HealthCheck: {
      /** @enum {string} */
      status: "ok" | "down";
      latencyMs: number;
    };
    /** Heartbeat */
    Heartbeat: {
      id: string;
      name: string;
      /**
       * @description `rss`: RSS, Atom or JSON Feed; new items start the agent. `http`: a change of status or content starts it.
       * @enum {string}
       */
      type: "rss" | "http";
      url: string;
      agentId: string;
      /** @description What the agent is told to do with the news. */
      prompt: string;
      intervalSeconds: number | null;
      cron: string | null;
      timezone: string | null;
      workspaceId: string;
      /** @description The person it acts as: its maker, or the last who changed what it does. Null when that account was erased; then every run fails. */
      userId: string | null;
      /** @description The version of the agent it acts under: the one that the person it acts as has accepted. */
      acceptedVersion: number | null;
      /** @description The agent’s current version, if it is another one. It takes effect once it is accepted. */
      newerVersion: number | null;
      enabled: boolean;
      /** @description Why the gateway disabled it; null when a person did. */
      disabledReason: string | null;
      lastRunAt: string | null;
      /** @description Null while it is disabled. */
      nextRunAt: string | null;
      consecutiveFailures: number;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    /** HeartbeatPage */
    HeartbeatPage: {
      data: components["schemas"]["Heartbeat"][];
      nextCursor: string | null;
    };
    /** HeartbeatRun */
    HeartbeatRun: {
      id: string;
      /** @description The due time; null when it was fired by hand. */
      scheduledFor: string | null;
      /** Format: date-time */
      startedAt: string;
      durationMs: number | null;
      /** @description The run of the agent, if it was started: a job of the person it acts as. */
      runId: string | null;
      error: string | null;
      /**
       * @description `ok`: there was news and the agent was started. `failed`: the URL could not be read, or the agent failed; `error` says why.
       * @enum {string}
       */
      status: "ok" | "no_change" | "failed";
      itemCount: number;
      /** @description Null without an answer. */
      httpStatus: number | null;
    };
    /** HeartbeatRunPage */
    HeartbeatRunPage: {
      data: components["schemas"]["HeartbeatRun"][];
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
      id: string;
      name: string;
      /** @description Where a browser begins to sign in. Takes `returnTo`, a path of the console. */
      startUrl: string;
    };
    /** IdentityProviders */
    IdentityProviders: {
      data: components["schemas"]["IdentityProvider"][];
      nextCursor: null;
    };
    /** InboundAccepted */
    InboundAccepted: {
      runId: string;
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
      /** @description Required, but where a vendor writes the body. */
      message?: string;
      /** @description Who says it; everyone has a session of their own. */
      from?: string;
    } & {
      [key: string]: unknown;
    };
    /** InterceptedDispatch */
    InterceptedDispatch: {
      id: string;
      webhookId: string;
      event: string;
      payload: components["schemas"]["WebhookPayload"];
      /** Format: date-time */
      createdAt: string;
    };
    /** InterceptedDispatchPage */
    InterceptedDispatchPage: {
      data: components["schemas"]["InterceptedDispatch"][];
      nextCursor: string | null;
    };
    /**
     * Invitation
     * @description Its token is in the mail, and nowhere else.
     */
    Invitation: {
      id: string;
      email: string;
      /** @enum {string} */
      role: "owner" | "admin" | "member";
      invitedBy: string;
      /** Format: date-time */
      expiresAt: string;
      /** Format: date-time */
      createdAt: string;
    };
    /** InvitationPage */
    InvitationPage: {
      data: components["schemas"]["Invitation"][];
      nextCursor: string | null;
    };
    /** InvokeTool */
    InvokeTool: {
      params?: {
        [key: string]: unknown;
      };
    };
    /** Job */
    Job: {
      id: string;
      runId: string;
      userId: string;
      /** @enum {string} */
      kind: "chat" | "stream" | "websocket" | "channel" | "spawn" | "inference" | "autonomous" | "batch" | "heartbeat" | "cron" | "swarm";
      /** @enum {string} */
      status: "queued" | "running" | "awaiting_approval" | "completed" | "failed" | "cancelled";
      sessionId: string;
      agentId: string;
      batchId: string | null;
      parentRunId: string | null;
      /** @description The message that started the run. */
      message: string;
      stopReason: ("end_turn" | "max_steps" | "max_tokens" | "cancelled" | "timeout" | "error") | null;
      usage: {
        promptTokens: number;
        completionTokens: number;
      };
      costUsd: number;
      toolCallCount: number;
      durationMs: number;
      error: {
        code: string;
        message: string;
        status: number;
        /** @description Whether the same request may succeed later. */
        retryable: boolean;
        /** @description How long to wait, as the model’s provider says. */
        retryAfterSeconds?: number;
        /** @description The status and code of the model’s provider. */
        upstream?: {
          status: number;
          code: string | null;
        };
      } | null;
      /** Format: date-time */
      createdAt: string;
      startedAt: string | null;
      finishedAt: string | null;
    };
    /** JobDetails */
    JobDetails: {
      id: string;
      runId: string;
      userId: string;
      /** @enum {string} */
      kind: "chat" | "stream" | "websocket" | "channel" | "spawn" | "inference" | "autonomous" | "batch" | "heartbeat" | "cron" | "swarm";
      /** @enum {string} */
      status: "queued" | "running" | "awaiting_approval" | "completed" | "failed" | "cancelled";
      sessionId: string;
      agentId: string;
      batchId: string | null;
      parentRunId: string | null;
      /** @description The message that started the run. */
      message: string;
      stopReason: ("end_turn" | "max_steps" | "max_tokens" | "cancelled" | "timeout" | "error") | null;
      usage: {
        promptTokens: number;
        completionTokens: number;
      };
      costUsd: number;
      toolCallCount: number;
      durationMs: number;
      error: {
        code: string;
        message: string;
        status: number;
        /** @description Whether the same request may succeed later. */
        retryable: boolean;
        /** @description How long to wait, as the model’s provider says. */
        retryAfterSeconds?: number;
        /** @description The status and code of the model’s provider. */
        upstream?: {
          status: number;
          code: string | null;
        };
      } | null;
      /** Format: date-time */
      createdAt: string;
      startedAt: string | null;
      finishedAt: string | null;
      messageId: string | null;
      content: string | null;
      toolCalls: components["schemas"]["RunToolCall"][];
      approval: components["schemas"]["PendingApproval"] | null;
    };
    /** JobPage */
    JobPage: {
      data: components["schemas"]["Job"][];
      nextCursor: string | null;
    };
    /** Key */
    Key: {
      id: string;
      name: string;
      /** @description How the key begins, to tell keys apart. */
      prefix: string;
      workspaceId: string;
      /** @description Who made it, and in whose name it acts. */
      userId: string;
      email: string;
      scopes: string[] | null;
      models: string[] | null;
      agents: string[] | null;
      monthlyBudgetUsd: number | null;
      requestsPerMinute: number | null;
      expiresAt: string | null;
      lastUsedAt: string | null;
      lastUsedIp: string | null;
      /** Format: date-time */
      createdAt: string;
    };
    /** KeyPage */
    KeyPage: {
      data: components["schemas"]["Key"][];
      nextCursor: string | null;
    };
    /** McpServer */
    McpServer: {
      id: string;
      name: string;
      url: string;
      /** @description The names of the stored headers; their values are never shown. */
      headerNames: string[];
      toolCount: number;
      /** @description Why its tools are absent; null when the last look at the server succeeded. */
      error: string | null;
      checkedAt: string | null;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    /** McpServerPage */
    McpServerPage: {
      data: components["schemas"]["McpServer"][];
      nextCursor: string | null;
    };
    /** Me */
    Me: {
      id: string;
      email: string;
      emailVerifiedAt: string | null;
      pendingEmail: string | null;
      name: string | null;
      /** @description False for an account that signs in by an identity provider alone. */
      hasPassword: boolean;
      defaultWorkspaceId: string;
      /** Format: date-time */
      createdAt: string;
    };
    /** MeChange */
    MeChange: {
      name?: string | null;
      email?: string;
      /** @description Needed to change the address. */
      currentPassword?: string;
    };
    /** Member */
    Member: {
      userId: string;
      email: string;
      /** @enum {string} */
      role: "owner" | "admin" | "member";
      /**
       * @description A role that was offered and not yet accepted; until then it gives no rights.
       * @enum {string}
       */
      pendingRole?: "owner" | "admin" | "member";
      /** Format: date-time */
      createdAt: string;
    };
    /** MemberResult */
    MemberResult: {
      index: number;
      agentId: string;
      runId: string | null;
      /** @enum {string} */
      status: "queued" | "running" | "awaiting_approval" | "completed" | "failed" | "cancelled";
      content?: string;
      /** @description `GET /jobs/:runId` has the whole answer. */
      truncated?: boolean;
      error?: {
        code: string;
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
      id: string;
      /** @enum {string} */
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
      content: string;
      /** @description Who said it, and where. */
      source: {
        /** @enum {string} */
        kind: "user" | "agent" | "tool" | "external";
        sessionId?: string;
        agentId?: string;
      };
      /** @description The entry it was promoted from. */
      originId?: string;
      /** @description The newer entry that replaced this one. A superseded entry is kept, but not found. */
      supersededBy?: string;
      recallCount: number;
      lastRecalledAt: string | null;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    /** MemoryEntryPage */
    MemoryEntryPage: {
      data: components["schemas"]["MemoryEntry"][];
      nextCursor: string | null;
    };
    /** MemoryExport */
    MemoryExport: {
      userId: string;
      workspaceId: string;
      /** Format: date-time */
      exportedAt: string;
      profile: components["schemas"]["MemoryOfUser"];
      /** @description Tier by tier, oldest first; superseded ones too. */
      entries: components["schemas"]["MemoryEntry"][];
      /** @description Oldest first. */
      propagations: components["schemas"]["ExportedPropagation"][];
    };
    /** MemoryOfUser */
    MemoryOfUser: {
      userId: string;
      fields: {
        [key: string]: unknown;
      };
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
      id: string;
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
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    /** MemoryProfilePage */
    MemoryProfilePage: {
      data: components["schemas"]["MemoryProfile"][];
      nextCursor: string | null;
    };
    /** MemorySearch */
    MemorySearch: {
      /** @description Closest in meaning first. */
      data: {
        entry: components["schemas"]["MemoryEntry"];
        /** @description Higher is closer to the question. */
        score: number;
      }[];
    };
    /** Message */
    Message: {
      id: string;
      runId: string | null;
      seq: number;
      /** @enum {string} */
      role: "user" | "assistant" | "tool" | "system";
      agentId: string;
      content: string;
      toolCalls?: {
        id: string;
        tool: string;
        params: unknown;
      }[];
      /** @enum {string} */
      status: "complete" | "partial";
      usage?: {
        promptTokens: number;
        completionTokens: number;
      };
      meta?: {
        [key: string]: unknown;
      };
      /** Format: date-time */
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
      /** @enum {string} */
      object: "model";
      created: number;
      owned_by: string;
      /** @description A display name; for an agent, its name. */
      name: string;
    };
    /** ModelList */
    ModelList: {
      /** @enum {string} */
      object: "list";
      data: components["schemas"]["Model"][];
    };
    /** NewAccount */
    NewAccount: {
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
      data: components["schemas"]["MemoryEntry"][];
      nextCursor: string | null;
    };
    /**
     * OpenAiError
     * @description An error as OpenAI writes it.
     */
    OpenAiError: {
      error: {
        message: string;
        type: string;
        param: string | null;
        code: string | null;
      } & {
        [key: string]: unknown;
      };
    };
    /** PasswordChange */
    PasswordChange: {
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
      requestId: string;
      tool: string;
      params: unknown;
      /** Format: date-time */
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
      /** Format: date-time */
      resetsAt: string;
    };
    /** Presence */
    Presence: {
      data: {
        agentId: string;
        name: string;
        /** @enum {string} */
        state: "idle" | "thinking" | "tool" | "awaiting_approval";
        sessionId: string | null;
        runId: string | null;
        since: string | null;
      }[];
    };
    /**
     * Problem
     * @description An error, as RFC 9457 describes it.
     */
    Problem: {
      type: string;
      title: string;
      status: number;
      detail: string;
      /** @description Stable and machine-readable. */
      code: string;
      requestId: string;
      /** @description The offending fields, each by its path in the request. */
      errors?: {
        path: string;
        message: string;
      }[];
    } & {
      [key: string]: unknown;
    };
    /** Propagation */
    Propagation: {
      id: string;
      entryId: string;
      targetId: string;
      /** @enum {string} */
      fromTier: "session" | "daily" | "profile" | "strategic";
      /** @enum {string} */
      toTier: "session" | "daily" | "profile" | "strategic";
      content: string;
      reason: string;
      /** Format: date-time */
      createdAt: string;
      revertedAt: string | null;
    };
    /** PropagationGate */
    PropagationGate: {
      gate: string;
      passed: boolean;
      detail: string;
    };
    /** PropagationJudgement */
    PropagationJudgement: {
      id?: string;
      entryId: string;
      /** @enum {string} */
      fromTier: "session" | "daily" | "profile" | "strategic";
      /** @enum {string} */
      toTier: "session" | "daily" | "profile" | "strategic";
      /** @description The field of the profile. */
      field?: string;
      content: string;
      reason: string;
      gates: components["schemas"]["PropagationGate"][];
    };
    /** PropagationPage */
    PropagationPage: {
      data: components["schemas"]["Propagation"][];
      nextCursor: string | null;
    };
    /** PropagationReport */
    PropagationReport: {
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
    /** ProviderLogout */
    ProviderLogout: {
      /** @description Where the browser goes to end its sign-in at the provider as well; null when there is none to end. */
      url: string | null;
    };
    /**
     * QueuedFrame
     * @description Other turns of the session come first.
     */
    QueuedFrame: {
      /** @enum {string} */
      type: "queued";
      runId: string;
      sessionId: string;
      agentId: string;
      /** @description Increases, not always by one. A stream resumes after it. */
      seq: number;
      position: number;
    };
    /** Readiness */
    Readiness: {
      /** @enum {string} */
      status: "ready" | "starting" | "draining" | "database_away";
    };
    /**
     * RecoveryCodes
     * @description Each works once instead of a code. They are shown this once.
     */
    RecoveryCodes: {
      recoveryCodes: string[];
    };
    /** RefreshRequest */
    RefreshRequest: {
      refreshToken: string;
    };
    /** RefusedUser */
    RefusedUser: {
      userId: string;
      error: {
        code: string;
        message: string;
      };
    };
    /** Registration */
    Registration: {
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
      dryRun: boolean;
    };
    /** ReplayRequest */
    ReplayRequest: {
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
      reset: string[];
    };
    /** ResetRequest */
    ResetRequest: {
      agentId?: string;
      surface?: string;
    } | null;
    /** ResolveApproval */
    ResolveApproval: {
      /** @enum {string} */
      decision: "approve" | "deny";
      reason?: string;
    };
    /**
     * Restrictions
     * @description What the workspace may use; null allows everything.
     */
    Restrictions: {
      allowedProviders: string[] | null;
      allowedModels: string[] | null;
    };
    /** RotatedSecret */
    RotatedSecret: {
      id: string;
      /** @description Shown this once. */
      secret: string;
      /** @description Until then `webhook-signature` holds a signature by the previous secret as well. */
      previousSecretExpiresAt: string | null;
    };
    /**
     * RunFrame
     * @description One event of a run: the data of a server-sent event, or a WebSocket frame.
     */
    RunFrame: components["schemas"]["SessionResolvedFrame"] | components["schemas"]["QueuedFrame"] | components["schemas"]["StreamChunkFrame"] | components["schemas"]["ToolCallFrame"] | components["schemas"]["ToolResultFrame"] | components["schemas"]["ApprovalRequiredFrame"] | components["schemas"]["ApprovalResolvedFrame"] | components["schemas"]["StreamDoneFrame"] | components["schemas"]["ErrorFrame"];
    /** RunToolCall */
    RunToolCall: {
      id: string;
      tool: string;
      params: unknown;
      result: unknown;
      isError: boolean;
      durationMs: number;
    };
    /** SearchHit */
    SearchHit: {
      sessionId: string;
      messageId: string;
      agentId: string;
      role: string;
      snippet: string;
      /** @description From 0 to 1, by how often the words occur. The order is newest first. */
      score: number;
      /** Format: date-time */
      createdAt: string;
    };
    /** SearchHitPage */
    SearchHitPage: {
      data: components["schemas"]["SearchHit"][];
      nextCursor: string | null;
    };
    /** SecondFactor */
    SecondFactor: {
      /** @description Whether signing in asks for a code. */
      totp: boolean;
      since: string | null;
      recoveryCodesLeft: number;
    };
    /** ServiceAccount */
    ServiceAccount: {
      id: string;
      name: string;
      /** Format: date-time */
      expiresAt: string;
      /** Format: date-time */
      createdAt: string;
    };
    /** ServiceAccountPage */
    ServiceAccountPage: {
      data: components["schemas"]["ServiceAccount"][];
      nextCursor: string | null;
    };
    /** Session */
    Session: {
      id: string;
      workspaceId: string;
      userId: string;
      agentId: string;
      surface: string;
      title: string | null;
      /** @enum {string} */
      status: "active" | "closed";
      messageCount: number;
      usage: {
        promptTokens: number;
        completionTokens: number;
      };
      costUsd: number;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
      lastMessageAt: string | null;
    };
    /** SessionDetails */
    SessionDetails: {
      id: string;
      workspaceId: string;
      userId: string;
      agentId: string;
      surface: string;
      title: string | null;
      /** @enum {string} */
      status: "active" | "closed";
      messageCount: number;
      usage: {
        promptTokens: number;
        completionTokens: number;
      };
      costUsd: number;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
      lastMessageAt: string | null;
      /** @description Oldest first. */
      messages: components["schemas"]["Message"][];
      /** @description There are older messages; get them with `before`. */
      hasMore: boolean;
    };
    /** SessionPage */
    SessionPage: {
      data: components["schemas"]["Session"][];
      nextCursor: string | null;
    };
    /**
     * SessionResolvedFrame
     * @description The turn begins, in this session.
     */
    SessionResolvedFrame: {
      /** @enum {string} */
      type: "session_resolved";
      runId: string;
      sessionId: string;
      agentId: string;
      /** @description Increases, not always by one. A stream resumes after it. */
      seq: number;
      created: boolean;
      agentVersion?: number;
      /** @description True if another version of the agent answered before in this session. */
      agentChanged?: boolean;
    };
    /** Setup */
    Setup: {
      workspace: {
        name: string;
      };
      agents: components["schemas"]["CreateAgent"][];
    };
    /** SetupDone */
    SetupDone: {
      workspace: components["schemas"]["Workspace"];
      agents: components["schemas"]["Agent"][];
    };
    /** SignIn */
    SignIn: {
      id: string;
      device: string | null;
      address: string | null;
      how: string | null;
      /** Format: date-time */
      lastUsedAt: string;
      /** Format: date-time */
      createdAt: string;
    };
    /** SignIns */
    SignIns: {
      /** @description The 200 that were used last. */
      data: components["schemas"]["SignIn"][];
    };
    /** Skill */
    Skill: {
      id: string;
      name: string;
      description: string;
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
      entries: number;
      hits: number;
      misses: number;
      hitRate: number;
      byTool: {
        [key: string]: {
          entries: number;
          hits: number;
          misses: number;
        };
      };
    };
    /** SkillDetails */
    SkillDetails: {
      id: string;
      name: string;
      description: string;
      toolCount: number;
      tools: {
        name: string;
        description: string;
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
      data: components["schemas"]["Skill"][];
    };
    /**
     * StreamChunkFrame
     * @description More of the answer.
     */
    StreamChunkFrame: {
      /** @enum {string} */
      type: "stream_chunk";
      runId: string;
      sessionId: string;
      agentId: string;
      /** @description Increases, not always by one. A stream resumes after it. */
      seq: number;
      delta: string;
    };
    /**
     * StreamDoneFrame
     * @description The whole answer; nothing follows.
     */
    StreamDoneFrame: {
      /** @enum {string} */
      type: "stream_done";
      runId: string;
      sessionId: string;
      agentId: string;
      /** @description Increases, not always by one. A stream resumes after it. */
      seq: number;
      messageId: string | null;
      content: string;
      usage: {
        promptTokens: number;
        completionTokens: number;
      };
      costUsd: number;
      /** @enum {string} */
      stopReason: "end_turn" | "max_steps" | "max_tokens" | "cancelled" | "timeout" | "error";
      durationMs: number;
      toolCallCount: number;
    };
    /** Swarm */
    Swarm: {
      id: string;
      /** @enum {string} */
      status: "running" | "completed" | "cancelled";
      agentCount: number;
      maxConcurrency: number;
      /** Format: date-time */
      createdAt: string;
      finishedAt: string | null;
      totalDurationMs: number | null;
    };
    /** SwarmDetails */
    SwarmDetails: {
      id: string;
      /** @enum {string} */
      status: "running" | "completed" | "cancelled";
      agentCount: number;
      maxConcurrency: number;
      /** Format: date-time */
      createdAt: string;
      finishedAt: string | null;
      totalDurationMs: number | null;
      results: components["schemas"]["MemberResult"][];
    };
    /** SwarmMember */
    SwarmMember: {
      agentId: string;
      message: string;
    };
    /** SwarmPage */
    SwarmPage: {
      data: components["schemas"]["Swarm"][];
      nextCursor: string | null;
    };
    /** SwarmStarted */
    SwarmStarted: {
      swarmId: string;
    };
    /** TokenPair */
    TokenPair: {
      accessToken: string;
      refreshToken: string;
    };
    /** Tool */
    Tool: {
      name: string;
      description: string;
      /** @description `builtin`, `skill:<id>`, `http` for a tool of your own, or `mcp:<server>`. */
      source: string;
      parameters: {
        [key: string]: unknown;
      };
    };
    /**
     * ToolCallFrame
     * @description The agent uses a tool.
     */
    ToolCallFrame: {
      /** @enum {string} */
      type: "tool_call";
      runId: string;
      sessionId: string;
      agentId: string;
      /** @description Increases, not always by one. A stream resumes after it. */
      seq: number;
      toolCallId: string;
      tool: string;
      params: unknown;
    };
    /**
     * ToolDetails
     * @description `http` and `createdAt` only for a tool of your own.
     */
    ToolDetails: {
      name: string;
      description: string;
      /** @description `builtin`, `skill:<id>`, `http` for a tool of your own, or `mcp:<server>`. */
      source: string;
      parameters: {
        [key: string]: unknown;
      };
      timeoutMs: number;
      http?: {
        /** @description `{name}` in the path is filled with the parameter of that name. */
        url: string;
        /** @enum {string} */
        method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
        /** @description The names of the stored headers; their values are never shown. */
        headerNames: string[];
      };
      /** Format: date-time */
      createdAt?: string;
    };
    /** ToolInvocation */
    ToolInvocation: {
      /** @description Any JSON, at most 64 KiB: more comes as `{truncated, bytes, text}`. A failure is `{error}`. */
      result: unknown;
      isError: boolean;
      durationMs: number;
    };
    /** ToolPage */
    ToolPage: {
      data: components["schemas"]["Tool"][];
      nextCursor: string | null;
    };
    /**
     * ToolResultFrame
     * @description What the tool answered.
     */
    ToolResultFrame: {
      /** @enum {string} */
      type: "tool_result";
      runId: string;
      sessionId: string;
      agentId: string;
      /** @description Increases, not always by one. A stream resumes after it. */
      seq: number;
      toolCallId: string;
      tool: string;
      result: unknown;
      isError: boolean;
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
      id: string;
      runId: string;
      sessionId: string;
      agentId: string;
      /** @description What started the run. */
      kind: string;
      /** @enum {string} */
      status: "queued" | "running" | "awaiting_approval" | "completed" | "failed" | "cancelled";
      parentRunId: string | null;
      /** Format: date-time */
      startedAt: string;
      /** @description From the request to the end, including waiting. */
      durationMs: number;
      /** @description Without waiting in the session queue and for approvals. */
      activeMs: number;
      usage: {
        /** @description Including cached tokens. */
        promptTokens: number;
        cachedTokens: number;
        completionTokens: number;
      };
      costUsd: number;
      /** @description The trace id in OpenTelemetry. */
      otelTraceId: string;
      parentTraceId: string | null;
      /** @description The traces of spawned runs. */
      childTraceIds: string[];
      error: {
        code: string;
        message: string;
      } | null;
      spans: components["schemas"]["TraceSpan"][];
    };
    /** TracePage */
    TracePage: {
      data: components["schemas"]["TraceSummary"][];
      nextCursor: string | null;
    };
    /** TraceSpan */
    TraceSpan: {
      /** @description The span id in OpenTelemetry. */
      id: string;
      parentId: string | null;
      name: string;
      /** @enum {string} */
      kind: "internal" | "client";
      /** Format: date-time */
      startedAt: string;
      durationMs: number;
      /** @description OpenTelemetry’s attributes for generative AI; our own begin with `gateway.`. */
      attributes: {
        [key: string]: unknown;
      };
    };
    /** TraceSummary */
    TraceSummary: {
      id: string;
      runId: string;
      sessionId: string;
      agentId: string;
      /** @description What started the run. */
      kind: string;
      /** @enum {string} */
      status: "queued" | "running" | "awaiting_approval" | "completed" | "failed" | "cancelled";
      parentRunId: string | null;
      /** Format: date-time */
      startedAt: string;
      /** @description From the request to the end, including waiting. */
      durationMs: number;
      /** @description Without waiting in the session queue and for approvals. */
      activeMs: number;
      usage: {
        /** @description Including cached tokens. */
        promptTokens: number;
        cachedTokens: number;
        completionTokens: number;
      };
      costUsd: number;
    };
    /** UpdateAgent */
    UpdateAgent: {
      name?: string;
      description?: string;
      systemPrompt?: string;
      provider?: string | null;
      model?: string | null;
      temperature?: number | null;
      maxTokens?: number | null;
      /** @description Model calls in one turn. */
      maxSteps?: number;
      timeoutMs?: number;
      /** @description Tools it may call. */
      tools?: string[];
      /** @description Skills it has. */
      skills?: string[];
      /** @description Tools that need a human’s word. */
      approvals?: string[];
      /** @description Whether, how deep, how often and which agents it may spawn. */
      spawn?: {
        enabled?: boolean;
        maxDepth?: number;
        maxChildren?: number;
        /** @description Which agents it may spawn: none where it is empty, any with "*". */
        agents?: string[];
        /** @description Runs that one message to it may set going in all, itself included; the gateway has a bound of its own. */
        maxRuns?: number;
        maxCostUsd?: number | null;
      };
      memoryProfileId?: string | null;
      /** @description Anything of yours, up to 16 KiB. */
      metadata?: {
        [key: string]: unknown;
      };
    };
    /**
     * UpdateChannel
     * @description What is left out stays, in `hmac` too.
     */
    UpdateChannel: {
      name?: string;
      agentId?: string;
      /** @description How what comes in is signed: an HMAC of the raw body, in hex. */
      hmac?: {
        /** @description A vendor’s way of signing, and of writing messages. */
        preset?: ("github" | "slack") | null;
        header?: string;
        /** @enum {string} */
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
      enabled?: boolean;
    };
    /**
     * UpdateCronSchedule
     * @description Omitted fields keep their values. A change of `agentId` or `message` makes it act as you.
     */
    UpdateCronSchedule: {
      name?: string;
      agentId?: string;
      message?: string;
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
      name?: string;
      /**
       * @description `rss`: RSS, Atom or JSON Feed; new items start the agent. `http`: a change of status or content starts it.
       * @enum {string}
       */
      type?: "rss" | "http";
      url?: string;
      agentId?: string;
      /** @description What the agent is told to do with the news. */
      prompt?: string;
      /** @description This or `cron`. */
      intervalSeconds?: number | null;
      /** @description This or `intervalSeconds`. */
      cron?: string | null;
      timezone?: string | null;
      /** @description Switching it on clears the failures in a row and starts from now. */
      enabled?: boolean;
    };
    /** UpdateKey */
    UpdateKey: {
      name?: string;
      scopes?: ("agents" | "agents:read" | "sessions" | "sessions:read" | "chat" | "chat:read" | "memory" | "memory:read" | "memory-profiles" | "memory-profiles:read" | "tools" | "tools:read" | "jobs" | "jobs:read" | "traces" | "traces:read" | "workspaces" | "workspaces:read" | "skills" | "skills:read" | "channels" | "channels:read" | "auth" | "auth:read" | "inference" | "inference:read" | "cron" | "cron:read" | "webhooks" | "webhooks:read" | "approvals" | "members" | "grants")[] | null;
      models?: string[] | null;
      agents?: string[] | null;
      monthlyBudgetUsd?: number | null;
      requestsPerMinute?: number | null;
      expiresAt?: string | null;
    };
    /**
     * UpdateMcpServer
     * @description What is left out stays; `headers` replaces all of them.
     */
    UpdateMcpServer: {
      name?: string;
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
      fields: {
        [key: string]: unknown;
      };
    };
    /**
     * UpdateRestrictions
     * @description null for a field, for `restrictions`, or as the whole body removes restrictions; omitted fields keep their values.
     */
    UpdateRestrictions: {
      allowedProviders?: string[] | null;
      allowedModels?: string[] | null;
      /** @description The same, under a name; null removes all. */
      restrictions?: {
        allowedProviders?: string[] | null;
        allowedModels?: string[] | null;
      } | null;
    } | null;
    /** UpdateSettings */
    UpdateSettings: {
      name?: string;
      defaultAgentId?: string | null;
      monthlyBudgetUsd?: number | null;
      retentionDays?: number | null;
    };
    /**
     * UpdateWebhook
     * @description What is left out stays. A new `secret` counts at once; to change it without a gap, rotate it.
     */
    UpdateWebhook: {
      url?: string;
      /** @description `*` means all; `agent_completed` is another name of `agent.completed`. */
      events?: ("agent.completed" | "agent.failed" | "approval.requested" | "memory.propagated" | "memory.written" | "heartbeat.fired" | "swarm.finished" | "tool.executed" | "webhook.disabled" | "api.deprecated" | "agent_completed" | "*")[];
      description?: string | null;
      /** @description Left out, one is made; `null` means unsigned. */
      secret?: string | null;
      /** @description Heeded by `PUT`. A new one is always enabled. */
      enabled?: boolean;
    };
    /** UserRun */
    UserRun: {
      userId: string;
      runId: string;
    };
    /** Webhook */
    Webhook: {
      id: string;
      workspaceId: string;
      url: string;
      /** @description `*` means all; `agent_completed` is another name of `agent.completed`. */
      events: ("agent.completed" | "agent.failed" | "approval.requested" | "memory.propagated" | "memory.written" | "heartbeat.fired" | "swarm.finished" | "tool.executed" | "webhook.disabled" | "api.deprecated" | "agent_completed" | "*")[];
      description: string | null;
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
      hasSecret: boolean;
      consecutiveFailures: number;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    /** WebhookPage */
    WebhookPage: {
      data: components["schemas"]["Webhook"][];
      nextCursor: string | null;
    };
    /**
     * WebhookPayload
     * @description The body, exactly.
     */
    WebhookPayload: {
      event: string;
      /** Format: date-time */
      timestamp: string;
      data: unknown;
    };
    /** WebhookTest */
    WebhookTest: {
      deliveryId: string;
      /** @description Null without an answer. */
      statusCode: number | null;
      latencyMs: number;
      success: boolean;
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
      id: string;
      name: string;
      personal: boolean;
      /** @enum {string} */
      role: "owner" | "admin" | "member";
      /**
       * @description A role that was offered and not yet accepted; until then it gives no rights.
       * @enum {string}
       */
      pendingRole?: "owner" | "admin" | "member";
      settings: components["schemas"]["WorkspaceSettings"];
      restrictions: components["schemas"]["Restrictions"];
      /** Format: date-time */
      createdAt: string;
    };
    /** WorkspaceDetails */
    WorkspaceDetails: {
      id: string;
      name: string;
      personal: boolean;
      /** @enum {string} */
      role: "owner" | "admin" | "member";
      /**
       * @description A role that was offered and not yet accepted; until then it gives no rights.
       * @enum {string}
       */
      pendingRole?: "owner" | "admin" | "member";
      settings: components["schemas"]["WorkspaceSettings"];
      restrictions: components["schemas"]["Restrictions"];
      /** Format: date-time */
      createdAt: string;
      members: components["schemas"]["Member"][];
    };
    /** WorkspacePage */
    WorkspacePage: {
      data: components["schemas"]["Workspace"][];
      nextCursor: string | null;
    };
    /** WorkspaceSettings */
    WorkspaceSettings: {
      defaultAgentId: string | null;
      monthlyBudgetUsd: number | null;
      retentionDays: number | null;
    };
    /** WorkspaceStatistics */
    WorkspaceStatistics: {
      days: number;
      sessions: {
        total: number;
        active: number;
      };
      tokens: {
        prompt: number;
        completion: number;
        total: number;
      };
      costUsd: number;
      topAgents: {
        agentId: string;
        name: string | null;
        runs: number;
        costUsd: number;
      }[];
      topTools: {
        tool: string;
        calls: number;
      }[];
      activeUsers: number;
      daily: {
        /** Format: date */
        date: string;
        sessions: number;
        tokens: number;
        costUsd: number;
      }[];
    };
  };
  responses: {
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
export type AcceptInvitation = components['schemas']['AcceptInvitation'];
export type AcceptVersion = components['schemas']['AcceptVersion'];
export type Accepted = components['schemas']['Accepted'];
export type AcceptedInvitation = components['schemas']['AcceptedInvitation'];
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
export type Agent = components['schemas']['Agent'];
export type AgentConfiguration = components['schemas']['AgentConfiguration'];
export type AgentDefinitions = components['schemas']['AgentDefinitions'];
export type AgentHealth = components['schemas']['AgentHealth'];
export type AgentPage = components['schemas']['AgentPage'];
export type AgentSpawn = components['schemas']['AgentSpawn'];
export type AgentVersion = components['schemas']['AgentVersion'];
export type AgentVersionDetails = components['schemas']['AgentVersionDetails'];
export type AgentVersionPage = components['schemas']['AgentVersionPage'];
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
export type ConsolePasswordChange = components['schemas']['ConsolePasswordChange'];
export type ConsoleSession = components['schemas']['ConsoleSession'];
export type CostBreakdown = components['schemas']['CostBreakdown'];
export type Costs = components['schemas']['Costs'];
export type CreateAgent = components['schemas']['CreateAgent'];
export type CreateApiKey = components['schemas']['CreateApiKey'];
export type CreateChannel = components['schemas']['CreateChannel'];
export type CreateCronSchedule = components['schemas']['CreateCronSchedule'];
export type CreateHeartbeat = components['schemas']['CreateHeartbeat'];
export type CreateInvitation = components['schemas']['CreateInvitation'];
export type CreateKey = components['schemas']['CreateKey'];
export type CreateMcpServer = components['schemas']['CreateMcpServer'];
export type CreateMemoryProfile = components['schemas']['CreateMemoryProfile'];
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
export type Delivery = components['schemas']['Delivery'];
export type DeliveryPage = components['schemas']['DeliveryPage'];
export type DiagnosticCheck = components['schemas']['DiagnosticCheck'];
export type DiagnosticHistory = components['schemas']['DiagnosticHistory'];
export type DiagnosticReport = components['schemas']['DiagnosticReport'];
export type DispatchRecord = components['schemas']['DispatchRecord'];
export type DispatchRecordPage = components['schemas']['DispatchRecordPage'];
export type EmailVerification = components['schemas']['EmailVerification'];
export type EmbeddingList = components['schemas']['EmbeddingList'];
export type EmbeddingRequest = components['schemas']['EmbeddingRequest'];
export type Entrance = components['schemas']['Entrance'];
export type EraseWorkspace = components['schemas']['EraseWorkspace'];
export type Erasure = components['schemas']['Erasure'];
export type ErrorFrame = components['schemas']['ErrorFrame'];
export type ExportedPropagation = components['schemas']['ExportedPropagation'];
export type ForgottenPassword = components['schemas']['ForgottenPassword'];
export type Grant = components['schemas']['Grant'];
export type GrantPage = components['schemas']['GrantPage'];
export type GrantReference = components['schemas']['GrantReference'];
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
export type PasswordChange = components['schemas']['PasswordChange'];
export type PasswordReset = components['schemas']['PasswordReset'];
export type PendingApproval = components['schemas']['PendingApproval'];
export type PersonBudget = components['schemas']['PersonBudget'];
export type Presence = components['schemas']['Presence'];
export type Problem = components['schemas']['Problem'];
export type Propagation = components['schemas']['Propagation'];
export type PropagationGate = components['schemas']['PropagationGate'];
export type PropagationJudgement = components['schemas']['PropagationJudgement'];
export type PropagationPage = components['schemas']['PropagationPage'];
export type PropagationReport = components['schemas']['PropagationReport'];
export type PropagationRequest = components['schemas']['PropagationRequest'];
export type ProviderLogout = components['schemas']['ProviderLogout'];
export type QueuedFrame = components['schemas']['QueuedFrame'];
export type Readiness = components['schemas']['Readiness'];
export type RecoveryCodes = components['schemas']['RecoveryCodes'];
export type RefreshRequest = components['schemas']['RefreshRequest'];
export type RefusedUser = components['schemas']['RefusedUser'];
export type Registration = components['schemas']['Registration'];
export type Replay = components['schemas']['Replay'];
export type ReplayRequest = components['schemas']['ReplayRequest'];
export type ResetDone = components['schemas']['ResetDone'];
export type ResetRequest = components['schemas']['ResetRequest'];
export type ResolveApproval = components['schemas']['ResolveApproval'];
export type Restrictions = components['schemas']['Restrictions'];
export type RotatedSecret = components['schemas']['RotatedSecret'];
export type RunFrame = components['schemas']['RunFrame'];
export type RunToolCall = components['schemas']['RunToolCall'];
export type SearchHit = components['schemas']['SearchHit'];
export type SearchHitPage = components['schemas']['SearchHitPage'];
export type SecondFactor = components['schemas']['SecondFactor'];
export type ServiceAccount = components['schemas']['ServiceAccount'];
export type ServiceAccountPage = components['schemas']['ServiceAccountPage'];
export type Session = components['schemas']['Session'];
export type SessionDetails = components['schemas']['SessionDetails'];
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
export type StreamChunkFrame = components['schemas']['StreamChunkFrame'];
export type StreamDoneFrame = components['schemas']['StreamDoneFrame'];
export type Swarm = components['schemas']['Swarm'];
export type SwarmDetails = components['schemas']['SwarmDetails'];
export type SwarmMember = components['schemas']['SwarmMember'];
export type SwarmPage = components['schemas']['SwarmPage'];
export type SwarmStarted = components['schemas']['SwarmStarted'];
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
export type UpdateAgent = components['schemas']['UpdateAgent'];
export type UpdateChannel = components['schemas']['UpdateChannel'];
export type UpdateCronSchedule = components['schemas']['UpdateCronSchedule'];
export type UpdateHeartbeat = components['schemas']['UpdateHeartbeat'];
export type UpdateKey = components['schemas']['UpdateKey'];
export type UpdateMcpServer = components['schemas']['UpdateMcpServer'];
export type UpdateMemoryProfile = components['schemas']['UpdateMemoryProfile'];
export type UpdateProfile = components['schemas']['UpdateProfile'];
export type UpdateRestrictions = components['schemas']['UpdateRestrictions'];
export type UpdateSettings = components['schemas']['UpdateSettings'];
export type UpdateWebhook = components['schemas']['UpdateWebhook'];
export type UserRun = components['schemas']['UserRun'];
export type Webhook = components['schemas']['Webhook'];
export type WebhookPage = components['schemas']['WebhookPage'];
export type WebhookPayload = components['schemas']['WebhookPayload'];
export type WebhookTest = components['schemas']['WebhookTest'];
export type WebhookTestMode = components['schemas']['WebhookTestMode'];
export type Workspace = components['schemas']['Workspace'];
export type WorkspaceDetails = components['schemas']['WorkspaceDetails'];
export type WorkspacePage = components['schemas']['WorkspacePage'];
export type WorkspaceSettings = components['schemas']['WorkspaceSettings'];
export type WorkspaceStatistics = components['schemas']['WorkspaceStatistics'];
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
      /** @description Default Response */
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
        id: string;
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
        id: string;
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
      /** @description Default Response */
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
        uid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
        uid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
        uid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
        uid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
        uid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
      /** @description Default Response */
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
      /** @description Default Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Member"];
        };
      };
      /** @description Default Response */
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
        id: string;
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["GrantReference"];
      };
    };
    responses: {
      /** @description Default Response */
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
        agentId?: string;
        workspaceId?: string;
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": {
          agentId?: string;
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
      /** @description Default Response */
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
      /** @description Default Response */
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
      /** @description Default Response */
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
        id: string;
        version: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ChatAnswer"];
        };
      };
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
  listSessions: {
    parameters: {
      query?: {
        /** @description A higher number is treated as 200. */
        limit?: number;
        /** @description From `nextCursor` of the page before. */
        cursor?: string;
        status?: "active" | "closed";
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
      /** @description Default Response */
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
      /** @description Default Response */
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
  handOffSession: {
    parameters: {
      query?: never;
      header?: {
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
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
      /** @description Default Response */
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
        status?: "queued" | "running" | "awaiting_approval" | "completed" | "failed" | "cancelled";
        kind?: "chat" | "stream" | "websocket" | "channel" | "spawn" | "inference" | "autonomous" | "batch" | "heartbeat" | "cron" | "swarm";
        batchId?: string;
        sessionId?: string;
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
      /** @description Default Response */
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
        "last-event-id"?: string;
        /** @description The workspace to act in; the caller’s own when it is left out. */
        "X-Workspace-ID"?: string;
      };
      path: {
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
      /** @description Default Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ChatAnswer"];
        };
      };
      /** @description Default Response */
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
      /** @description Default Response */
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
        agentId?: string;
        sessionId?: string;
        runId?: string;
        status?: "queued" | "running" | "awaiting_approval" | "completed" | "failed" | "cancelled";
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
      /** @description Default Response */
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
      /** @description Default Response */
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
        tool?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
      /** @description Default Response */
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
        eventType?: "agent.completed" | "agent.failed" | "approval.requested" | "memory.propagated" | "memory.written" | "heartbeat.fired" | "swarm.finished" | "tool.executed" | "webhook.disabled" | "api.deprecated" | "webhook.test";
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
      /** @description Default Response */
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
      /** @description Default Response */
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["InboundAnswer"];
        };
      };
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
      /** @description Default Response */
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
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Default Response */
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
}
