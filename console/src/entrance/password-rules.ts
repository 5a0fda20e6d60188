const bytes = (text: string) => new TextEncoder().encode(text).length;

/** Why a new password cannot be taken. */
export function weakness(password: string): string | undefined {
  if (password.length < 8) return 'At least 8 characters.';
  if (bytes(password) > 72) return 'At most 72 bytes.';
  return undefined;
}
