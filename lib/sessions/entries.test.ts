import { describe, expect, test } from 'vitest'
import {
  agent,
  answered,
  asked,
  beginsCompaction,
  call,
  compacted,
  decided,
  half,
  logOf,
  notCompacted,
  person,
  refusal,
  reminder,
  rests,
  result,
  runs,
  thought,
} from '@/tests/support/session-log'
import { entriesOf } from './entries'
import type { NewEvent, StopReason } from './event'

const entries = (...bodies: NewEvent[]) => entriesOf(logOf(...bodies))

test.for<[string, NewEvent, object]>([
  ['what a person said', person('Hi', 'you'), { kind: 'message', text: 'Hi\n\nyou' }],
  ['what the agent said', agent('Well'), { kind: 'said', text: 'Well', isPartial: false }],
  ['what broke off', half('We'), { kind: 'said', text: 'We', isPartial: true }],
  ['what it thought', thought({ thinking: 'hm' }), { kind: 'thought', text: 'hm' }],
  [
    'a reminder',
    reminder('x', { late: ['size'] }),
    { kind: 'reminder', text: 'x', late: ['size'] },
  ],
  ['the end', { type: 'session.status_terminated' }, { kind: 'ended' }],
])('a conversation has %s, with its time', ([, event, entry]) => {
  expect(entries(event)).toMatchObject([{ id: 'e1', at: '2026-06-01T00:00:00.000Z', ...entry }])
})

test.for<[string, NewEvent]>([
  ['that a run began', runs],
  ['requests', asked()],
  ['answers’ ends', answered()],
  ['thinking that is encrypted', thought({ thinking: '', redacted: 'xx' })],
  ['an interrupt: how the run ended tells of it', { type: 'user.interrupt' }],
])('it does not have %s', ([, event]) => {
  expect(entries(event)).toEqual([])
})

test('messages that wait come last, and stand in their place once they are taken', () => {
  const waiting = { type: 'user.message', id: 'q', content: [{ type: 'text', text: 'And?' }] }
  const queue = [{ ...waiting, sequence: null, processed_at: null }] as never
  expect(entriesOf(logOf(person('Hi'), agent('Hi')), queue).at(-1)).toEqual({
    id: 'q',
    at: null,
    kind: 'message',
    text: 'And?',
    isQueued: true,
  })
  const taken = logOf(person('Hi'), { ...person('And?'), id: 'q' })
  expect(entriesOf(taken).at(-1)).toMatchObject({ id: 'q', isQueued: false })
})

describe('a call', () => {
  const asks = call('c', { evaluated_permission: 'ask', held_write_id: 'held_1' })
  const refused = refusal('c', 'No')

  test.for<[string, NewEvent[], object]>([
    ['is being carried out', [call('c')], { state: 'running', answer: null }],
    ['is done', [call('c'), result('c', 'Found.')], { state: 'done', answer: 'Found.' }],
    ['has failed', [call('c'), refused], { state: 'failed', answer: 'No' }],
    ['waits', [asks], { state: 'waiting', heldId: 'held_1' }],
    ['is allowed', [asks, decided('c', 'allow')], { state: 'allowed', isEdited: false }],
    ['is edited', [asks, decided('c', 'allow', { content: 'x' })], { isEdited: true }],
    ['is done once it was allowed', [asks, decided('c', 'allow'), result('c')], { state: 'done' }],
    [
      'is denied, with the person’s words, and stays so',
      [asks, decided('c', 'deny', { deny_message: 'Not this' }), refused],
      { state: 'denied', message: 'Not this', answer: 'No' },
    ],
    ['has what the model sent', [call('c', { malformed_input: '{' })], { malformed: '{' }],
  ])('%s, where it happened', ([, log, entry]) => {
    const all = entries(...log, agent('Then'))
    expect(all.map(({ id }) => id)).toEqual(['c', expect.any(String)])
    expect(all[0]).toMatchObject({ kind: 'call', ...entry })
  })

  test('has the versions that it wrote', () => {
    const memory_versions = [{ memory_store_id: 's', memory_version_id: 'v' }]
    const [entry] = entries(call('c'), { ...result('c'), memory_versions })
    expect(entry).toMatchObject({ written: [{ storeId: 's', versionId: 'v' }] })
  })
})

describe('a summary', () => {
  test.for<[string, NewEvent[], object]>([
    ['is being written', [], { before: 900, end: null }],
    ['is done', [compacted()], { end: { state: 'done', after: 100, summary: 'A summary' } }],
    ['has failed', [notCompacted()], { end: { state: 'failed', reason: 'empty' } }],
  ])('%s, where it began', ([, log, entry]) => {
    const all = entries({ ...beginsCompaction(), id: 'b' }, person('Meanwhile'), ...log)
    expect(all.map(({ id }) => id)).toEqual(['b', 'e2'])
    expect(all[0]).toMatchObject({ kind: 'compaction', ...entry })
  })

  test('stands alone where the log is read from it on', () => {
    expect(entries(compacted())).toMatchObject([{ id: 'e1', end: { state: 'done' } }])
  })
})

test.for<[StopReason, boolean]>([
  [{ type: 'end_turn' }, false],
  [{ type: 'requires_action', event_ids: [] }, false],
  [{ type: 'retries_exhausted' }, false],
  [{ type: 'end_turn', detail: 'interrupted' }, true],
  [{ type: 'end_turn', detail: 'max_tokens' }, true],
  [{ type: 'budget_reached', max_requests: 2 }, true],
  [{ type: 'refusal' }, true],
])('of a rest because of %j is told: %j', ([reason, isTold]) => {
  const told = entries(rests(reason, 'Why')).map((entry) => ({ ...entry, at: null }))
  const stopped = { id: 'e1', at: null, kind: 'stopped', reason, explanation: 'Why' }
  expect(told).toEqual(isTold ? [stopped] : [])
})

test('an error tells of itself', () => {
  const error = { type: 'unknown_error', kind: 'restarted', message: 'It was.' } as const
  const fault = { ...error, retry_status: { type: 'exhausted' as const } }
  expect(entries({ type: 'session.error', error: fault })).toMatchObject([{ kind: 'fault', fault }])
})
