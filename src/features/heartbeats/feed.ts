/** An item of a feed, in any format. */
export type FeedItem = {
  /** A digest of its guid or id; without one, of its URL or its text. */
  key: string;
  title: string;
  link: string;
  date: string;
  text: string;
  isHtml: boolean;
};
export type Feed = { title: string; items: FeedItem[] };

/** The largest feed that is read. The slowest feed of this size measured 3.5 s, in a thread. */
export const largestFeedBytes = 2_097_152;
/** Only the first items are read: feeds begin with the newest. */
export const mostItems = 5_000;
