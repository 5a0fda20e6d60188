/** A failure that the model and the user may read and act on. Any other error is a defect and is logged. */
export class ToolError extends Error {
  /** More members for the result, beside `error`. */
  readonly detail: Readonly<Record<string, unknown>>;

  constructor(message: string, detail: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.detail = detail;
  }
}
