import { expect, test } from 'vitest'
import { inFew, merged } from './statements'

const insert = 'INSERT INTO memories (key, id) VALUES (?, ?)'
const event = 'INSERT INTO store_events (key, type) VALUES (?, ?)'
const update = 'UPDATE memories SET id = ? WHERE key = ?'

test('rows for one table go in one statement, whatever goes to others in between', () => {
  const statements = [
    { text: insert, params: [1, 'a'] },
    { text: event, params: [1, 'x'] },
    { text: insert, params: [2, 'b'] },
    { text: event, params: [2, 'y'] },
  ]
  expect(merged(statements)).toEqual([
    { text: `${insert}, (?, ?)`, params: [1, 'a', 2, 'b'] },
    { text: `${event}, (?, ?)`, params: [1, 'x', 2, 'y'] },
  ])
})

test('what is done to one table keeps its order', () => {
  const statements = [
    { text: insert, params: [1, 'a'] },
    { text: update, params: ['b', 1] },
    { text: insert, params: [2, 'a'] },
  ]
  expect(merged(statements)).toEqual(statements)
})

test('few different statements are needed for any number of rows', () => {
  const many = (count: number) =>
    merged(Array.from({ length: count }, (_, at) => ({ text: insert, params: [at, 'x'] })))
  const texts = new Set<string>()
  for (let count = 1; count <= 200; count++) {
    const statements = many(count)
    const rows = statements.flatMap(({ params }) => params).filter((value) => value !== 'x')
    expect(rows).toEqual(Array.from({ length: count }, (_, at) => at))
    for (const { text } of statements) texts.add(text)
  }
  expect(texts.size).toBe(7)
})

test('what is written once to each of several tables is one statement, in its order', () => {
  const statements = [
    { text: insert, params: [1, 'a'] },
    { text: event, params: [1, 'x'] },
  ]
  expect(inFew(statements)).toEqual([
    { text: `WITH part_0 AS (${insert}) ${event}`, params: [1, 'a', 1, 'x'] },
  ])
})

test('a table that is written again begins another statement: parts of one do not see each other', () => {
  const statements = [
    { text: event, params: [1, 'x'] },
    { text: insert, params: [1, 'a'] },
    { text: update, params: ['b', 1] },
  ]
  expect(inFew(statements)).toEqual([
    { text: `WITH part_0 AS (${event}) ${insert}`, params: [1, 'x', 1, 'a'] },
    { text: update, params: ['b', 1] },
  ])
})

test('rows of several writes are merged and not joined as well', () => {
  const statements = [1, 2].flatMap((at) => [
    { text: insert, params: [at, 'a'] },
    { text: event, params: [at, 'x'] },
  ])
  expect(inFew(statements)).toEqual(merged(statements))
})
