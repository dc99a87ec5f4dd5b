import { expect, test } from 'vitest'
import type { Entry } from '@/lib/sessions/entries'
import { rowsOf } from './called'

const message = (id: string): Entry => ({
  id,
  at: null,
  kind: 'message',
  text: 'hello',
  isQueued: false,
})

const call = (id: string, over: Partial<Extract<Entry, { kind: 'call' }>> = {}): Entry => ({
  id,
  at: null,
  kind: 'call',
  name: 'memory',
  input: { command: 'view', path: '/memories' },
  malformed: null,
  state: 'done',
  heldId: null,
  answer: '',
  written: [],
  message: null,
  isEdited: false,
  ...over,
})

const shapes = (entries: readonly Entry[]) =>
  rowsOf(entries).map((row) => (row.kind === 'reads' ? row.calls.map(({ id }) => id) : row.id))

test('reads that follow each other are one row', () => {
  expect(shapes([message('m'), call('a'), call('b'), call('c')])).toEqual(['m', ['a', 'b', 'c']])
})

test('a write, and a read that failed or runs, stand by themselves', () => {
  const write = call('w', { input: { command: 'create', path: '/memories/a.md' } })
  const others = [write, call('f', { state: 'failed' }), call('r', { state: 'running' })]
  expect(shapes([call('a'), ...others, call('b')])).toEqual([['a'], 'w', 'f', 'r', ['b']])
})

test('a turn begins where somebody else speaks', () => {
  const rows = rowsOf([message('m'), call('a'), message('n'), message('o'), call('b')])
  expect(rows.map(({ id, isTurn }) => [id, isTurn])).toEqual([
    ['m', false],
    ['a', true],
    ['n', true],
    ['o', false],
    ['b', true],
  ])
})
