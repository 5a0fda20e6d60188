/** Something the operator has to change before a start makes sense. The message is one line, and all they are told. */
export class CannotStart extends Error {}
