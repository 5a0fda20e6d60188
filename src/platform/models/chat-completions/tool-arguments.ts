/**
 * The arguments of an earlier call as an object. Text that is not JSON becomes the value of `malformed`, because some
 * servers refuse a history whose arguments they cannot parse.
 */
export function readArguments(text: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Not JSON.
  }
  return { malformed: text };
}
