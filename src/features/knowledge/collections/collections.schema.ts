import { PageOf, PageQuery } from '../../../http/pagination.ts';
import { Type } from '../../../http/validation/type.ts';

const Time = Type.String({ format: 'date-time' });
export const CollectionId = Type.String({ examples: ['kno_01jd3v9k4m8q2w5x7y0z1a2b3c'] });
const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', examples: ['Handbook'] });
const Description = Type.String({ maxLength: 2_000, examples: ['How we work: holidays, expenses, security.'] });

export const CreateCollection = Type.Object(
  { name: Name, description: Type.Optional(Description) },
  { title: 'CreateCollection', additionalProperties: false },
);
export type CreateCollection = Type.Static<typeof CreateCollection>;

export const UpdateCollection = Type.Partial(Type.Object({ name: Name, description: Description }), {
  title: 'UpdateCollection',
  additionalProperties: false,
  description: 'Omitted fields keep their values.',
});
export type UpdateCollection = Type.Static<typeof UpdateCollection>;

export const Collection = Type.Object(
  {
    id: CollectionId,
    name: Name,
    description: Description,
    documents: Type.Integer({ description: 'How many documents it has, whatever their status.' }),
    passages: Type.Integer({ description: 'How many passages are searched.' }),
    createdAt: Time,
    updatedAt: Time,
  },
  { title: 'Collection', description: 'Documents that agents answer from; they name it in `knowledge`.' },
);
export type Collection = Type.Static<typeof Collection>;
export const CollectionPage = PageOf(Collection, 'CollectionPage');

export const CollectionQuery = Type.Object(PageQuery);
export const CollectionParams = Type.Object({ id: CollectionId });
