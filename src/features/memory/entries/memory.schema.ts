import { Days, PageQuery } from '../../../http/pagination.ts';
import { Type } from '../../../http/validation/type.ts';
import { sourceKinds, tiers } from './memory.ts';

const Time = Type.String({ format: 'date-time' });
const DayDate = Type.String({ format: 'date', examples: ['2026-01-31'], description: 'A day, in UTC.' });
const EntryId = Type.String({ examples: ['mem_01jd3v9k4m8q2w5x7y0z1a2b3c'] });
const TierName = Type.Enum([...tiers]);
export const longestContent = 8_000;
const Content = Type.String({
  minLength: 1,
  // Checked before surrounding white space is removed.
  maxLength: 2 * longestContent,
  pattern: '\\S',
  description: `At most ${longestContent} characters.`,
  examples: ['Prefers black coffee'],
});
const Index = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Never changes, and is never given to another entry.',
  examples: [0],
});

export const Entry = Type.Object(
  {
    id: EntryId,
    tier: TierName,
    date: Type.Optional(DayDate),
    index: Type.Optional(Index),
    field: Type.Optional(Type.String({ description: 'The field, for an entry of the profile.', examples: ['coffee'] })),
    content: Type.String({ examples: ['Prefers black coffee'] }),
    source: Type.Object(
      {
        kind: Type.Enum([...sourceKinds]),
        sessionId: Type.Optional(Type.String()),
        agentId: Type.Optional(Type.String()),
      },
      { description: 'Who said it, and where.' },
    ),
    originId: Type.Optional(Type.String({ description: 'The entry it was promoted from.' })),
    supersededBy: Type.Optional(
      Type.String({
        description: 'The newer entry that replaced this one. A superseded entry is kept, but not found.',
      }),
    ),
    recallCount: Type.Integer({ minimum: 0 }),
    lastRecalledAt: Type.Union([Time, Type.Null()]),
    createdAt: Time,
    updatedAt: Time,
  },
  { title: 'MemoryEntry' },
);
export type Entry = Type.Static<typeof Entry>;

export const NewContent = Type.Object({ content: Content }, { title: 'NewMemory', additionalProperties: false });
export type NewContent = Type.Static<typeof NewContent>;

export const TierQuery = Type.Object({ ...PageQuery, tier: TierName });
export type TierQuery = Type.Static<typeof TierQuery>;
export const NotesQuery = Type.Object(PageQuery);

export const largestSearch = 100;
export const MemorySearchQuery = Type.Object({
  q: Type.Optional(Type.String({ maxLength: 1_000, description: 'A question or words.', examples: ['coffee'] })),
  query: Type.Optional(Type.String({ maxLength: 1_000, description: 'The same as `q`.' })),
  tier: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: 16,
      description: `Only these: ${tiers.join(', ')}. Repeated, or separated by commas.`,
      examples: [['daily']],
    }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, default: 10, description: `A higher number is treated as ${largestSearch}.` }),
  ),
});
export type MemorySearchQuery = Type.Static<typeof MemorySearchQuery>;

export const Findings = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        entry: Entry,
        score: Type.Number({ description: 'Higher is closer to the question.', examples: [0.83] }),
      }),
      { description: 'Closest in meaning first.' },
    ),
  },
  { title: 'MemorySearch' },
);
export type Findings = Type.Static<typeof Findings>;

const Day = Type.Object(
  { date: DayDate, entries: Type.Array(Entry, { description: 'In the order of their indexes.' }) },
  { title: 'MemoryDay' },
);
export type Day = Type.Static<typeof Day>;
const NextCursor = Type.Union([Type.String(), Type.Null()], {
  description: 'Present when there are more entries; a day may continue on the next page.',
});
export const DayPage = Type.Object(
  {
    data: Type.Array(Day, { description: 'Newest first; days without entries are left out.' }),
    nextCursor: NextCursor,
  },
  { title: 'MemoryDayPage' },
);
export type DayPage = Type.Static<typeof DayPage>;
export const OneDay = Type.Object({ ...Day.properties, nextCursor: NextCursor }, { title: 'MemoryOneDay' });
export type OneDay = Type.Static<typeof OneDay>;

const Cursor = { cursor: PageQuery.cursor };
export const DaysQuery = Type.Object({
  days: Days(7),
  ...Cursor,
});
export const DayQuery = Type.Object(Cursor);
export const DayParams = Type.Object({ date: DayDate });
export const DayEntryParams = Type.Object({ date: DayDate, entryIndex: Index });
export const NoteParams = Type.Object({ index: Index });
export const EntryParams = Type.Object({ id: EntryId });

// Not Type.Record: a name may be any text, and values are stored unchanged.
const Fields = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  examples: [{ name: 'Ada', coffee: 'black' }],
});
export const Profile = Type.Object(
  { userId: Type.String(), fields: Fields, updatedAt: Type.Union([Time, Type.Null()]) },
  { title: 'MemoryOfUser' },
);
export type Profile = Type.Static<typeof Profile>;
export const UpdateProfile = Type.Object({ fields: Fields }, { title: 'UpdateProfile', additionalProperties: false });
export type UpdateProfile = Type.Static<typeof UpdateProfile>;

const ExportedPropagation = Type.Object(
  {
    id: Type.String({ examples: ['prp_01jd3v9k4m8q2w5x7y0z1a2b3c'] }),
    entryId: EntryId,
    targetId: EntryId,
    fromTier: Type.String({ examples: ['daily'] }),
    toTier: Type.String({ examples: ['profile'] }),
    reason: Type.String(),
    createdAt: Time,
    revertedAt: Type.Union([Time, Type.Null()]),
  },
  { title: 'ExportedPropagation' },
);
export type ExportedPropagation = Type.Static<typeof ExportedPropagation>;
export const MemoryExport = Type.Object(
  {
    userId: Type.String(),
    workspaceId: Type.String(),
    exportedAt: Time,
    profile: Profile,
    entries: Type.Array(Entry, { description: 'Tier by tier, oldest first; superseded ones too.' }),
    propagations: Type.Array(ExportedPropagation, { description: 'Oldest first.' }),
  },
  { title: 'MemoryExport' },
);
