import { expect, test } from 'vitest'
import { messagesOf } from '@/components/i18n/messages'
import { TABLES } from '@/lib/store/model/tables'

test('every column in which a text can be found has a name for people', () => {
  const found = TABLES.flatMap(({ name, columns }) =>
    Object.entries(columns)
      .filter(([, { holds }]) => holds === 'remark' || holds === 'conversation')
      .map(([column]) => `${name}_${column}`),
  )
  expect(Object.keys(messagesOf('en').TextColumn).sort()).toEqual(found.sort())
})
