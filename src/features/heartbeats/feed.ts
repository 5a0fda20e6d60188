/** An item of a feed, whatever its format. */
export type FeedItem = {
  /** A digest of its guid or id; of its address, or of its words, where it has none. */
  key: string;
  title: string;
  link: string;
  date: string;
  text: string;
  isHtml: boolean;
};
export type Feed = { title: string; items: FeedItem[] };

/** The largest feed that is read. Parsing the worst one of this size measured 3.5 s, in a thread. */
export const largestFeedBytes = 2_097_152;
/** Only the first items are read: feeds begin with the newest. */
export const mostItems = 5_000;
