/** A user in one workspace: the key of almost all personal data. */
export type Person = { workspaceId: string; userId: string };
