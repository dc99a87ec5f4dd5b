import { expect, test } from 'vitest'
import { type CallOf, touchedBy } from './called'

const STORES = [
  { storeId: 'memstore_1', name: 'Memory bank', mountName: 'memory-bank' },
  { storeId: 'memstore_2', name: 'Docs', mountName: 'docs' },
]

let calls = 0
const call = (command: string, path: string, given: Partial<CallOf> = {}): CallOf => ({
  kind: 'call',
  id: `sevt_${++calls}`,
  at: null,
  name: 'memory',
  input: { command, [command === 'rename' ? 'new_path' : 'path']: `/memories/${path}` },
  malformed: null,
  state: 'done',
  heldId: null,
  answer: '',
  written: [],
  message: null,
  isEdited: false,
  ...given,
})
const wrote = { written: [{ storeId: 'memstore_1', versionId: 'memver_1' }] }
const told = (...of: CallOf[]) =>
  touchedBy(of, STORES).map(({ storeId, path, state }) => `${storeId} ${path} ${state}`)

test('the memory touched last comes first, in its store', () => {
  const read = [call('view', 'memory-bank/a.md'), call('view', 'docs/b.md')]
  expect(told(...read)).toEqual(['memstore_2 /b.md read', 'memstore_1 /a.md read'])
})

test('what was written stays so when it is read again', () => {
  const both = [call('create', 'memory-bank/a.md', wrote), call('view', 'memory-bank/a.md')]
  expect(told(...both)).toEqual(['memstore_1 /a.md written'])
})

test('the version is that of the last write, unless one call wrote several', () => {
  const at = (ordinal: number) => {
    const memory = { id: 'mem_1', ordinal }
    return { storeId: 'memstore_1', versionId: `memver_${ordinal}`, memory }
  }
  const a = 'memory-bank/a.md'
  const b = 'memory-bank/b.md'
  const calls = [call('create', a, { written: [at(1)] }), call('insert', a, { written: [at(2)] })]
  const both = call('rename', b, { written: [at(1), at(2)] })
  const touched = touchedBy([...calls, call('view', a), both], STORES)
  expect(touched.map(({ version }) => version?.memory?.ordinal)).toEqual([undefined, 2])
})

test('what is renamed is where it goes, and where it was no more once it is there', () => {
  const input = { command: 'rename', old_path: `/memories/docs/a`, new_path: `/memories/docs/b` }
  const renamed = (given: Partial<CallOf>) =>
    told(call('view', 'docs/a'), call('rename', '', { ...given, input }))
  expect(renamed({ state: 'waiting' })).toEqual(['memstore_2 /b waits', 'memstore_2 /a read'])
  expect(renamed(wrote)).toEqual(['memstore_2 /b written'])
})

test('what was allowed waits until it is written', () => {
  const allowed = { state: 'allowed' } as const
  expect(told(call('create', 'memory-bank/a.md', allowed))).toEqual(['memstore_1 /a.md waits'])
})

test('a call that failed, or is of no memory, touches none', () => {
  const none = [
    call('view', 'memory-bank/a.md', { state: 'failed' }),
    call('view', 'memory-bank'),
    call('view', 'nowhere/a.md'),
  ]
  expect(told(...none)).toEqual([])
})
