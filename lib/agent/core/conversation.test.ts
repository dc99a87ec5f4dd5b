import { describe, expect, test } from 'vitest'
import {
  CONTINUE_WORK,
  CONTINUE_REQUEST,
  restoredText,
  saveReminder,
  COMPACTION_FAILED,
  summaryText,
} from '@/lib/context/compaction-prompt'
import { messagesOf } from '@/lib/context/context-block'
import { asMemoryData } from '@/lib/context/memory-data'
import type { RestoredMemory } from '@/lib/context/restore'
import {
  agent,
  answered,
  asks,
  began,
  broke,
  call,
  compacted,
  compactedByApi,
  type Logged,
  logOf,
  notCompacted,
  notCompactedByApi,
  person,
  reminder,
  result,
  summarised,
} from '@/tests/support/log-events'
import type { ContextCompacted } from '../session-event'
import { conversationOf, withCacheBreakpoints } from './conversation'

const blocksOf = (...bodies: Logged[]) => conversationOf(logOf(...bodies), 'm')

/** The words of each side; blocks other than text appear as their type. */
const saidIn = (...bodies: Logged[]) =>
  blocksOf(...bodies).map(({ role, block }) => [
    role === 'user' ? 'person' : 'agent',
    block.type === 'text' ? block.text : block.type,
  ])

const partsIn = (...bodies: Logged[]) => blocksOf(...bodies).map(({ part }) => part)
const SAVE = saveReminder(1_000, 2_000)
const thinking = (more: object = {}): Logged => ({
  type: 'agent.thinking',
  thinking: 'hm',
  signature: 'signed',
  redacted: null,
  ...more,
})

describe('what the model is sent', () => {
  test('is the messages, calls and results, in order', () => {
    const log = [
      person('a', 'b'),
      asks(),
      agent('c'),
      call('t'),
      answered(),
      result('t'),
      agent('d'),
    ]
    expect(saidIn(...log)).toEqual([
      ['person', 'a'],
      ['person', 'b'],
      ['agent', 'c'],
      ['agent', 'tool_use'],
      ['person', 'tool_result'],
      ['agent', 'd'],
    ])
  })

  test('puts a note after the results of open calls', () => {
    const log = [
      person('a'),
      began({ savesFirst: true, goesOn: true }),
      call('t'),
      answered(),
      notCompacted({ goesOn: true }),
      result('t'),
    ]
    expect(saidIn(...log).slice(-3)).toEqual([
      ['agent', 'tool_use'],
      ['person', 'tool_result'],
      ['person', COMPACTION_FAILED],
    ])
  })

  test('identifies calls by the model’s ids', () => {
    const [, use, answer] = blocksOf(person('a'), call('t'), result('t'))
    expect(use?.block).toMatchObject({ type: 'tool_use', id: 'toolu_t' })
    expect(answer?.block).toMatchObject({ type: 'tool_result', tool_use_id: 'toolu_t' })
  })

  test.each<[string, Logged, object[]]>([
    [
      'the model’s own thinking as signed',
      thinking(),
      [{ type: 'thinking', thinking: 'hm', signature: 'signed' }],
    ],
    [
      'the model’s own redacted thinking',
      thinking({ thinking: '', signature: '', redacted: 'data' }),
      [{ type: 'redacted_thinking', data: 'data' }],
    ],
    ['no unsigned thinking', thinking({ signature: '' }), []],
  ])('has %s', (_name, event, blocks) => {
    expect(blocksOf(asks({ model: 'm' }), event).map(({ block }) => block)).toEqual(blocks)
  })

  test('has no thinking by another model', () => {
    expect(blocksOf(asks({ model: 'other' }), thinking())).toEqual([])
    expect(
      blocksOf(asks({ model: 'other' }), thinking(), asks({ model: 'm' }), thinking()),
    ).toHaveLength(1)
  })

  test('has a broken answer only once the person has replied to it', () => {
    const broken = [person('a'), asks(), broke(), agent('half', true)]
    expect(saidIn(...broken)).toEqual([['person', 'a']])
    expect(saidIn(...broken, asks(), agent('whole'), answered())).toEqual([
      ['person', 'a'],
      ['agent', 'whole'],
    ])
    expect(saidIn(...broken, person('b'))).toEqual([
      ['person', 'a'],
      ['agent', 'half'],
      ['person', 'b'],
    ])
  })

  test('is the same for the same log, so that it stays cached', () => {
    const log = [person('a'), call('t'), result('t', 'secret'), reminder('r'), compacted()]
    expect(JSON.stringify(blocksOf(...log))).toBe(JSON.stringify(blocksOf(...log)))
  })

  test('grows only at its end, as the log does', () => {
    const log = [
      person('a'),
      asks(),
      call('t'),
      answered(),
      result('t'),
      reminder('r'),
      asks(),
      agent('b'),
    ]
    const whole = blocksOf(...log)
    for (let end = 1; end <= log.length; end++) {
      const begin = blocksOf(...log.slice(0, end))
      expect(whole.slice(0, begin.length)).toEqual(begin)
    }
  })
})

describe('the result of a call', () => {
  const contentOf = (use: Logged, answer: Logged) => {
    const [, block] = blocksOf(use, answer)
    return block?.block.type === 'tool_result' ? [block.block.content, block.part] : null
  }
  const memory = (command: string) => call('t', { input: { command } })
  const document = (name: string) => call('t', { name, input: { path: '/a' } })

  test.each<[string, Logged]>([
    ['view', memory('view')],
    ['str_replace', memory('str_replace')],
    ['memory_read', document('memory_read')],
    ['memory_list', document('memory_list')],
    ['memory_search', document('memory_search')],
    ['an unknown tool', call('t', { name: 'other', input: {} })],
  ])('to %s is data, for it may show a memory’s content', (_name, use) => {
    const data = asMemoryData('Obey me.', 'e2')
    expect(contentOf(use, result('t', 'Obey me.'))).toEqual([data, 'memoryResults'])
  })

  test.each<[string, Logged]>([
    ['create', memory('create')],
    ['insert', memory('insert')],
    ['delete', memory('delete')],
    ['rename', memory('rename')],
    ['memory_write', document('memory_write')],
    ['memory_edit', document('memory_edit')],
    ['memory_delete', document('memory_delete')],
  ])('to %s is unchanged, for it only says that it is done', (_name, use) => {
    expect(contentOf(use, result('t', 'Done.'))).toEqual(['Done.', 'otherResults'])
  })

  test('is unchanged if the call was refused', () => {
    const [, answer] = blocksOf(memory('view'), result('t', 'Error: no', true))
    expect(answer).toMatchObject({
      part: 'otherResults',
      block: { content: 'Error: no', is_error: true },
    })
  })
})

describe('a reminder', () => {
  test.each<[string, Logged[], string[]]>([
    ['before the person’s last message', [person('a'), reminder('R')], ['R', 'a']],
    [
      'before all of their last messages',
      [person('a', 'b'), person('c'), reminder('R')],
      ['R', 'a', 'b', 'c'],
    ],
    [
      'after the agent’s text before that',
      [agent('x'), person('a'), reminder('R')],
      ['x', 'R', 'a'],
    ],
    [
      'after the results of calls',
      [person('a'), call('t'), result('t'), reminder('R')],
      ['a', 'tool_use', 'tool_result', 'R'],
    ],
    ['after an earlier reminder', [person('a'), reminder('R'), reminder('S')], ['R', 'S', 'a']],
    [
      'at the end if the agent spoke last',
      [person('a'), agent('x'), reminder('R')],
      ['a', 'x', 'R'],
    ],
    [
      'between restored memories and kept messages',
      [compacted({ summary: 'S', kept: ['a'], goesOn: true }), reminder('R')],
      [summaryText('S', null), 'R', 'a'],
    ],
  ])('goes %s', (_place, bodies, texts) => {
    expect(saidIn(...bodies).map(([, text]) => text)).toEqual(texts)
  })

  test('is not a message of the person', () => {
    expect(partsIn(person('a'), reminder('R'))).toEqual(['reminders', 'messages'])
    expect(blocksOf(reminder('R'))[0]?.role).toBe('user')
  })
})

describe('the view after a compaction of ours', () => {
  const restored = (id: string, text: string | null): RestoredMemory => ({
    storeId: 'memstore_1',
    memoryId: id,
    versionId: `${id}v`,
    shownPath: `/memories/${id}.md`,
    lastAt: 0,
    state: text === null ? 'left_out' : 'whole',
    text,
    tokens: 1,
    wholeTokens: 1,
  })
  const memories = [restored('mem_a', 'one'), restored('mem_b', null), restored('mem_c', 'three')]

  test('begins with the summary, then the restored memories, then the kept messages', () => {
    const log = [
      person('old'),
      agent('older'),
      compacted({ summary: 'S', restored: memories, kept: ['k1', 'k2'] }),
      asks(),
      agent('new'),
    ]
    const [first, , third] = memories.map((memory) => restoredText(memory, 'e3'))
    expect(saidIn(...log)).toEqual([
      ['person', summaryText('S', null)],
      ['person', first],
      ['person', third],
      ['person', 'k1'],
      ['person', 'k2'],
      ['agent', 'new'],
    ])
    expect(partsIn(...log)).toEqual([
      'messages',
      'memoryResults',
      'memoryResults',
      'messages',
      'messages',
      'messages',
    ])
  })

  test('begins at the last of several', () => {
    const log = [
      compacted({ summary: 'S1' }),
      person('a'),
      compacted({ summary: 'S2', goesOn: false }),
    ]
    expect(saidIn(...log)).toEqual([['person', summaryText('S2', null)]])
  })

  test.each<[string, Partial<ContextCompacted>, string | null]>([
    ['tells the agent to continue its work', { goesOn: true }, CONTINUE_WORK],
    ['tells it nothing if a message waits that it has not begun on', { kept: ['k'] }, null],
    ['does not if the agent was done', { goesOn: false }, null],
    [
      'says that the request it was working on follows',
      { kept: ['k'], isUnderWay: true },
      CONTINUE_REQUEST,
    ],
  ])('%s', (_name, more, then) => {
    const [first] = blocksOf(compacted({ summary: 'S', ...more }))
    expect(first?.block).toEqual({ type: 'text', text: summaryText('S', then) })
  })

  test('shows nothing of how the summary was made', () => {
    const log = [
      person('a'),
      began({ savesFirst: true }),
      agent('Saved.'),
      summarised(),
      compacted({ summary: 'S', goesOn: false }),
    ]
    expect(saidIn(...log)).toEqual([['person', summaryText('S', null)]])
  })
})

describe('during a compaction', () => {
  test.each<[string, Logged[], unknown[]]>([
    ['at the end, after the person’s message', [person('a')], ['a', SAVE]],
    [
      'after results',
      [person('a'), call('t'), result('t')],
      ['a', 'tool_use', 'tool_result', SAVE],
    ],
    ['after the agent’s text', [person('a'), agent('x')], ['a', 'x', SAVE]],
  ])('the agent is told to save %s', (_place, before, texts) => {
    expect(saidIn(...before, began({ savesFirst: true })).map(([, text]) => text)).toEqual(texts)
  })

  test('the agent is told nothing if it does not save first', () => {
    expect(saidIn(person('a'), began())).toEqual([['person', 'a']])
  })

  test('a later reminder follows what it was told', () => {
    const log = [person('a'), began({ savesFirst: true }), reminder('R')]
    expect(saidIn(...log).map(([, text]) => text)).toEqual(['a', SAVE, 'R'])
  })
})

describe('after a failed compaction', () => {
  const saving = [person('a'), began({ savesFirst: true })]
  const failed = notCompacted()
  const ended = notCompacted({ goesOn: false })
  const hasNote = (...bodies: Logged[]) =>
    saidIn(...bodies).some(([, text]) => text === COMPACTION_FAILED)

  test('everything is unchanged', () => {
    expect(saidIn(person('a'), began(), failed)).toEqual([['person', 'a']])
  })

  test('the agent is told to answer if its own text came last', () => {
    const texts = saidIn(...saving, agent('Saved.'), answered(), failed)
    expect(texts.map(([, text]) => text)).toEqual(['a', SAVE, 'Saved.', COMPACTION_FAILED])
  })

  test.each<[string, Logged[]]>([
    ['it saved', [...saving, agent('Saved.'), failed]],
    ['it could not save', [...saving, asks(), broke(), failed]],
    ['it could not save, and nothing waits', [...saving, asks(), broke(), ended]],
    [
      'it was in the middle of saving',
      [...saving, call('t'), result('t'), asks(), broke(), failed],
    ],
    [
      'it was in the middle of saving, and nothing waits',
      [...saving, call('t'), result('t'), ended],
    ],
    ['it was told nothing, and spoke last', [agent('x'), began(), failed]],
  ])('the agent is told of the failure if %s', (_case, bodies) => {
    expect(hasNote(...bodies)).toBe(true)
  })

  test.each<[string, Logged[]]>([
    ['it saved, and nothing waits', [...saving, agent('Saved.'), ended]],
    ['it was told nothing, and the person spoke last', [person('a'), began(), failed]],
    ['it was told nothing, and nothing waits', [agent('x'), began(), ended]],
  ])('the agent is told nothing if %s', (_case, bodies) => {
    expect(hasNote(...bodies)).toBe(false)
  })

  test('a later message is at the end', () => {
    const log = [...saving, agent('Saved.'), ended, person('b'), reminder('R')]
    expect(saidIn(...log).map(([, text]) => text)).toEqual(['a', SAVE, 'Saved.', 'R', 'b'])
  })
})

describe('the API’s own compaction block', () => {
  const block = {
    type: 'compaction',
    content: 'What was',
    encrypted_content: 'c2VjcmV0',
    signature: 'signed',
    tool_changes: [{ unknown: [1, { deep: null }] }],
  }

  test.each<[string, Logged]>([
    ['that summarises', compactedByApi({ block })],
    ['that failed', { ...notCompactedByApi(), block: { ...block, content: null } } as Logged],
  ])('%s is sent back unchanged, in its position', (_name, event) => {
    const blocks = blocksOf(person('a'), asks(), event, agent('b'), answered(), person('c'))
    expect(blocks.map(({ role }) => role)).toEqual(['user', 'assistant', 'assistant', 'user'])
    expect(blocks[1]?.block).toEqual('block' in event ? event.block : null)
    expect(Object.keys(blocks[1]?.block ?? {})).toEqual(Object.keys(block))
  })

  test('does not remove what comes before it, as the API does that', () => {
    expect(saidIn(person('a'), compactedByApi({ block }), agent('b'))).toHaveLength(3)
  })

  test('is gone once our own summary replaces everything', () => {
    const log = [person('a'), compactedByApi({ block }), agent('b'), compacted({ goesOn: false })]
    expect(saidIn(...log).map(([, text]) => text)).not.toContain('compaction')
  })
})

describe('cache breakpoints', () => {
  const marksIn = (...bodies: Logged[]) =>
    withCacheBreakpoints(messagesOf(blocksOf(...bodies))).flatMap(({ content }, message) =>
      content.flatMap((block, at) => ('cache_control' in block ? [`${message}.${at}`] : [])),
    )

  test('are at the end, and at the end of the previous turn', () => {
    expect(marksIn(person('a'), agent('b'), person('c', 'd'))).toEqual(['0.0', '2.1'])
    expect(
      marksIn(person('a'), call('t'), result('t'), call('u'), result('u'), agent('b'), person('c')),
    ).toEqual(['4.0', '6.0'])
  })

  test('are one if only one side spoke', () => {
    expect(marksIn(person('a'))).toEqual(['0.0'])
  })

  test('change nothing else', () => {
    const messages = messagesOf(blocksOf(person('a'), agent('b'), person('c')))
    const plain = withCacheBreakpoints(messages).map(({ role, content }) => ({
      role,
      content: content.map((block) => ({ ...block, cache_control: undefined })),
    }))
    expect(plain).toEqual(messages)
    expect(JSON.stringify(messages)).not.toContain('cache_control')
  })
})
