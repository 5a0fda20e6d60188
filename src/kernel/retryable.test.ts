import { describe, expect, it } from 'vitest';
import { AppError, type ErrorCode, errorCatalogue } from './errors.ts';
import { isRetryable, isRetryableCode } from './retryable.ts';

/** Every code a client can hear, and whether sending the same again later can help. A new one has to be decided here. */
const expected: Record<string, boolean> = {
  bad_request: false,
  validation_failed: false,
  malformed_json: false,
  unsupported_content: false,
  invalid_token: false,
  unauthenticated: false,
  invalid_credentials: false,
  mfa_required: false,
  invalid_code: false,
  token_expired: false,
  token_revoked: false,
  device_mismatch: false,
  invalid_id_token: false,
  sign_in_expired: false,
  sign_in_denied: false,
  invalid_api_key: false,
  key_revoked: false,
  key_expired: false,
  invalid_signature: false,
  forbidden: false,
  insufficient_scope: false,
  agent_not_available: false,
  model_not_allowed: false,
  identity_not_allowed: false,
  registration_closed: false,
  invitation_invalid: false,
  email_unverified: false,
  account_disabled: false,
  workspace_disabled: false,
  quota_exceeded: false,
  not_found: false,
  method_not_allowed: false,
  request_timeout: true,
  conflict: false,
  agent_mismatch: false,
  idempotency_in_flight: true,
  session_busy: true,
  already_resolved: false,
  body_too_large: false,
  context_overflow: false,
  unsupported_media_type: false,
  range_not_satisfiable: false,
  headers_too_large: false,
  expectation_failed: false,
  idempotency_mismatch: false,
  upgrade_required: false,
  rate_limited: true,
  budget_exceeded: false,
  model_rate_limited: true,
  internal: false,
  model_error: true,
  unavailable: true,
  timeout: true,
};

describe('whether trying again can help', () => {
  it('is decided for every error code', () => {
    const codes = Object.keys(errorCatalogue) as ErrorCode[];
    expect(Object.fromEntries(codes.map((code) => [code, isRetryableCode(code)]))).toEqual(expected);
  });

  it('is decided for the codes of frames', () => {
    const codes = ['bad_frame', 'frame_too_large', 'unknown_type', 'request_in_flight'] as const;
    expect(codes.map(isRetryableCode)).toEqual([false, false, false, true]);
  });

  it('is said by the error where it knows better than its code', () => {
    expect(isRetryable(new AppError('model_error', 'The provider refused its key.', { retryable: false }))).toBe(false);
    expect(isRetryable(new AppError('conflict', 'Closed at this moment.', { retryable: true }))).toBe(true);
    expect(isRetryable(new AppError('model_error', 'The provider answered 500.'))).toBe(true);
  });
});
