import { expect, test } from 'vitest'
import type { ReviewedHunk } from '../changesets/changeset-memories'
import { editOf, shapeOfEdit } from './same-edits'

const hunk = (of: Partial<ReviewedHunk> = {}): ReviewedHunk => ({
  kind: 'lines',
  beforeFrom: 1,
  beforeCount: 0,
  afterFrom: 1,
  afterCount: 1,
  level: 'none',
  reasons: [],
  routine: null,
  lostLines: 0,
  findings: [],
  verdict: null,
  ...of,
})
const text = (content: string) => ({ path: '/a.md', content })
const grown = (line: string, first = 'one') => ({
  before: text(`${first}\n`),
  after: text(`${first}\n${line}\n`),
})
const made = (content: string) => ({ before: null, after: text(content) })

test('edits are the same whose removed and added lines are equal, whatever stands around them', () => {
  const edit = editOf(hunk(), grown('Owner: platform team'))
  expect(editOf(hunk(), grown('Owner: platform team', 'other'))).toBe(edit)
  expect(editOf(hunk(), grown('Owner: platform'))).not.toBe(edit)
  expect(editOf(hunk(), grown('Owner: 2 teams'))).not.toBe(editOf(hunk(), grown('Owner: 3 teams')))
})

test('new memories are the same that differ in numbers only', () => {
  const created = hunk({ kind: 'created', beforeFrom: 0, afterFrom: 0 })
  const edit = editOf(created, made('The build takes 2 minutes.\n'))
  expect(editOf(created, made('The build takes 12.5 minutes.\n'))).toBe(edit)
  expect(editOf(created, made('The build takes two minutes.\n'))).not.toBe(edit)
})

test('what is decided otherwise, or asks for a person for another reason, is no such edit', () => {
  const shape = shapeOfEdit(hunk())
  expect(shapeOfEdit(hunk({ afterFrom: 7 }))).toBe(shape)
  expect(shapeOfEdit(hunk({ reasons: ['first_write'] }))).toBe(shape)
  expect(shapeOfEdit(hunk({ reasons: ['pinned'] }))).not.toBe(shape)
  const by = { type: 'user' as const, id: 'user_1' }
  const made = { content: null, isSeen: true, by, at: 1, isApplied: false }
  expect(shapeOfEdit(hunk({ verdict: { ...made, decision: 'accepted' } }))).not.toBe(shape)
})

test('a secret, an instruction and a rename are decided by themselves', () => {
  const at = { id: 'find_1', line: 2, from: 0, to: 4 }
  expect(shapeOfEdit(hunk({ findings: [{ ...at, rule: 'github_token' }] }))).toBeNull()
  expect(shapeOfEdit(hunk({ kind: 'renamed' }))).toBeNull()
  expect(shapeOfEdit(hunk({ findings: [{ ...at, rule: 'past_date' }] }))).not.toBeNull()
})
