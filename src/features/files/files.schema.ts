import { PageOf } from '../../http/pagination.ts';
import { Type } from '../../http/validation/type.ts';

export const StoredFile = Type.Object(
  {
    id: Type.String({ description: '`fil_…`: messages hold the file by it.' }),
    name: Type.String(),
    mediaType: Type.String({ description: 'Read from the bytes. What the upload said is not believed.' }),
    bytes: Type.Integer(),
    sha256: Type.String(),
    createdAt: Type.String({ format: 'date-time' }),
  },
  { title: 'StoredFile' },
);
export type StoredFile = Type.Static<typeof StoredFile>;

export const FormOfFile = Type.Object(
  {
    file: Type.Unsafe<string>({
      type: 'string',
      format: 'binary',
      description: 'One file; the field may have any name.',
    }),
  },
  { title: 'FormOfFile' },
);

export const FilePage = PageOf(StoredFile, 'FilePage');
