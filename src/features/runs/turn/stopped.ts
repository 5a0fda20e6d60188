/** The reason of a turn's abort. */
export class Stopped extends Error {
  readonly reason: 'cancelled' | 'timeout' | 'lost' | 'shutdown';

  constructor(reason: Stopped['reason']) {
    super(reason);
    this.reason = reason;
  }
}
