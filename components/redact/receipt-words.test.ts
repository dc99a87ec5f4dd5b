import { expect, test } from 'vitest'
import { messagesOf } from '@/components/i18n/messages'
import { CONVERSATION_COLUMNS, REMARK_COLUMNS } from '@/lib/store/model/text-columns'

test('every column in which a text can be found has a name for people', () => {
  const columns = [...REMARK_COLUMNS, ...CONVERSATION_COLUMNS]
  const found = columns.map(({ table, column }) => `${table}_${column}`)
  expect(Object.keys(messagesOf('en').TextColumn).sort()).toEqual(found.sort())
})
