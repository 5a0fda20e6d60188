import { Type } from '../../http/validation/type.ts';

const ProviderId = Type.String({ maxLength: 32, examples: ['company'] });

export const IdentityProvider = Type.Object(
  {
    id: ProviderId,
    name: Type.String({ examples: ['Company login'] }),
    startUrl: Type.String({
      description: 'Where a browser begins to sign in. Takes `returnTo`, a path of the console.',
      examples: ['/auth/oidc/company/start'],
    }),
  },
  { title: 'IdentityProvider' },
);
export type IdentityProvider = Type.Static<typeof IdentityProvider>;

export const IdentityProviders = Type.Object(
  { data: Type.Array(IdentityProvider, { maxItems: 20 }), nextCursor: Type.Null() },
  { title: 'IdentityProviders' },
);

export const OfProvider = Type.Object({ id: ProviderId });

export const StartQuery = Type.Object({
  returnTo: Type.Optional(
    Type.String({
      maxLength: 512,
      description: 'A path of the console, where the browser comes back to.',
      examples: ['/console/chat'],
    }),
  ),
});

const Answer = (description: string) => Type.Optional(Type.String({ maxLength: 8_192, description }));
/** Providers add parameters of their own. */
export const CallbackQuery = Type.Object(
  {
    code: Answer('What the gateway gets the ID token for.'),
    state: Answer('Of the sign-in that this browser began.'),
    iss: Answer('The issuer.'),
    error: Answer('Why the provider refused.'),
  },
  { additionalProperties: true },
);

export const Exchange = Type.Object(
  {
    idToken: Type.String({
      minLength: 1,
      maxLength: 16_384,
      description: 'Of a person whom an application has signed in at the provider.',
      examples: ['eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.eyJzdWIiOiIyNDgyODk3NjEwMDEifQ.c2lnbmF0dXJl'],
    }),
    nonce: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_024,
        description: 'What the application sent to the provider; the token must carry it.',
        examples: ['n-0S6_WzA2Mj'],
      }),
    ),
  },
  { title: 'IdTokenExchange', additionalProperties: false },
);
export type Exchange = Type.Static<typeof Exchange>;

export const ProviderLogout = Type.Object(
  {
    url: Type.Union([Type.String(), Type.Null()], {
      description: 'Where the browser goes to end its sign-in at the provider as well; null when there is none to end.',
      examples: ['https://login.example.com/logout?client_id=gateway'],
    }),
  },
  { title: 'ProviderLogout' },
);
