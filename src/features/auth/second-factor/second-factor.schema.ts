import { Nullable, Type } from '../../../http/validation/type.ts';
import { CurrentPassword } from '../auth.schema.ts';

const Code = Type.String({
  minLength: 6,
  maxLength: 40,
  description: 'Six digits of the authenticator app, or a recovery code.',
  examples: ['492039'],
});

export const TotpSecret = Type.Object(
  {
    secret: Type.String({
      description: 'To be typed into an authenticator app.',
      examples: ['GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'],
    }),
    address: Type.String({
      description: 'The same as an address, for a QR code.',
      examples: [
        'otpauth://totp/Agent%20Gateway:ada@example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Agent%20Gateway',
      ],
    }),
  },
  { title: 'TotpSecret' },
);
export type TotpSecret = Type.Static<typeof TotpSecret>;

export const TotpCode = Type.Object({ code: Code }, { title: 'TotpCode', additionalProperties: false });

export const RecoveryCodes = Type.Object(
  {
    recoveryCodes: Type.Array(Type.String(), {
      minItems: 10,
      maxItems: 10,
      examples: [Array.from('abcdefghij', (letter) => `k7wm-x2qd-9phs-4vtc-m8ra-d3y${letter}`)],
    }),
  },
  { title: 'RecoveryCodes', description: 'Each works once instead of a code. They are shown this once.' },
);
export type RecoveryCodes = Type.Static<typeof RecoveryCodes>;

export const TotpRemoval = Type.Object(
  { code: Code, currentPassword: Type.Optional(CurrentPassword) },
  { title: 'TotpRemoval', additionalProperties: false },
);
export type TotpRemoval = Type.Static<typeof TotpRemoval>;

export const MfaLogin = Type.Object(
  {
    mfaToken: Type.String({ minLength: 1, maxLength: 200, description: 'From the answer `mfa_required`.' }),
    code: Code,
  },
  { title: 'MfaLogin', additionalProperties: false },
);
export type MfaLogin = Type.Static<typeof MfaLogin>;

export const SecondFactor = Type.Object(
  {
    totp: Type.Boolean({ description: 'Whether signing in asks for a code.' }),
    since: Nullable(Type.String({ format: 'date-time' })),
    recoveryCodesLeft: Type.Integer({ examples: [10] }),
  },
  { title: 'SecondFactor' },
);
export type SecondFactor = Type.Static<typeof SecondFactor>;
