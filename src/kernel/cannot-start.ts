/** A problem that the operator has to solve before the gateway can start. Only its message, one line, is shown. */
export class CannotStart extends Error {}
