/** A user in one workspace: what almost everything kept for a person is found by. */
export type Person = { workspaceId: string; userId: string };
