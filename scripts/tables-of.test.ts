import { getDMMF } from '@prisma/get-dmmf'
import { expect, test } from 'vitest'
import { tablesOf, textsOf } from './tables-of.mjs'

const modelsOf = (fields: string) => {
  const schema = `datasource db {\n  provider = "sqlite"\n}\nmodel Note {\n${fields}\n  @@map("notes")\n}\n`
  const made = getDMMF({ datamodel: [['notes.prisma', schema]] })
  if ('error' in made) throw made.error
  return made.datamodel
}

test('a column of text that does not say what it holds stops the making of the client', () => {
  const models = modelsOf(`
    id      String @id
    said    String @map("said_words") /// what it says
    bytes   Bytes
    about   String /// @text remarks
    actorId String /// not text: an id`)
  expect(() => textsOf(models)).toThrow('notes.said_words, notes.bytes, notes.about')
})

test('what a column holds, and how, is what the last line of its comment says', () => {
  const models = modelsOf(`
    id      String @id
    /// by which it is known
    name    String /// @text remark line
    body    String @map("its_body") /// @text conversation json
    content Bytes /// @text memory
    actorId String /// not text: an id
    size    Int`)
  expect(textsOf(models)).toEqual([
    { place: 'notes.name', table: 'notes', column: 'name', holds: 'remark', format: 'line' },
    {
      place: 'notes.its_body',
      table: 'notes',
      column: 'its_body',
      holds: 'conversation',
      format: 'json',
    },
    { place: 'notes.content', table: 'notes', column: 'content', holds: 'memory', format: 'text' },
  ])
})

test('a table is of the store whose key all of its rows have', () => {
  const of = (key: string) => tablesOf(modelsOf(`${key}\n  number BigInt\n  @@id([number])`))
  const table = { name: 'notes', primaryKey: ['number'] }
  expect(of('storeKey Int @map("store_key")')).toEqual([{ ...table, owner: 'store' }])
  expect(of('changesetKey Int')).toEqual([{ ...table, owner: 'changeset' }])
  expect(of('storeKey Int?')).toEqual([{ ...table, owner: null }])
})

test('a row is found by the columns of its key, in their order', () => {
  const models = modelsOf(`
    storeKey Int @map("store_key")
    sequence BigInt
    @@id([sequence, storeKey])`)
  expect(tablesOf(models)[0]?.primaryKey).toEqual(['sequence', 'store_key'])
})
