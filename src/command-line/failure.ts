/** The command was typed wrongly: exit code 2, with its usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command could not be done, for a reason that the person can act upon: exit code 1, without a stack. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
}
