import { expect, test } from 'vitest'
import { COMMAND_LINE_ACTOR, LOCAL_API_ACTOR, LOCAL_USER_ACTOR } from './actor'
import { authorOf, IMPORTED } from './author-of'
import { authorActor } from '../stores/name-actor'
import type { BatchKind } from './memory-version'

const batchOf = (kind: BatchKind) => ({ id: 'batch_1', kind, message: null, reference: null })
const IMPORTERS = [LOCAL_USER_ACTOR, COMMAND_LINE_ACTOR, LOCAL_API_ACTOR]

test.each(['seed', 'history'] as const)(
  'a %s is of nobody here unless its source names an author',
  (kind) => {
    const batch = batchOf(kind)
    for (const createdBy of IMPORTERS) expect(authorOf({ createdBy, batch })).toEqual(IMPORTED)
    const ada = authorActor('Ada')
    expect(authorOf({ createdBy: ada, batch })).toEqual(ada)
  },
)

test('what is written here is of who wrote it', () => {
  for (const createdBy of IMPORTERS) {
    expect(authorOf({ createdBy, batch: null })).toEqual(createdBy)
    expect(authorOf({ createdBy, batch: batchOf('undo') })).toEqual(createdBy)
  }
})
