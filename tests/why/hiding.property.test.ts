import fc from 'fast-check'
import { expect } from 'vitest'
import { isOf } from '@/lib/sessions/event'
import { eventsAfter } from '@/lib/sessions/log'
import { createSession } from '@/lib/sessions/sessions'
import type { ToolSet } from '@/lib/sessions/settings'
import { createStore } from '@/lib/store/change-stores'
import { BY_PERSON } from '@/lib/store/model/actor'
import { listVersions } from '@/lib/store/versions'
import { openTurn, sampleTurn } from '@/lib/why/turn'
import { drawn } from '@/tests/support/drawn'
import { describe, test } from '@/tests/support/fixtures'
import { call, memory, modelName, say, type SentRequest } from '@/tests/support/model-server'
import { modelServer } from '@/tests/support/own-model-server'
import { answerIn, saying } from '@/tests/support/turns'
import { written } from '@/tests/support/written'

const server = modelServer()

/** The one that is hidden comes first. */
const HIDDEN = '/a.md'
const PATHS = [HIDDEN, '/b.md', '/notes/c.md'] as const

const aLine = fc.oneof(
  fc.nat(40).map((n) => `Service ${n} deploys on day ${n * 7} at ${n}:30.`),
  // Longer than a search shows of a line.
  fc.nat(9).map((n) => `Of deploys: ${`word-${n} and `.repeat(40)}end ${n}.`),
  fc.constantFrom(
    'Nothing of interest stands in here.',
    '- item',
    '',
    '\tIndented deploys, twice.',
  ),
)
const aText = fc.array(aLine, { minLength: 1, maxLength: 9 }).map((lines) => lines.join('\n'))
const aPath = fc.constantFrom(...PATHS)
/** Where something is made: had it made the hidden one, there would be one. */
const anotherPath = fc.constantFrom('/b.md', '/notes/c.md', '/new.md')

interface PlannedCall {
  name: string
  input: Record<string, unknown>
}

const aMemoryCall: fc.Arbitrary<PlannedCall> = fc
  .oneof(
    {
      weight: 3,
      arbitrary: aPath.map((path): object => ({ command: 'view', path: `/memories${path}` })),
    },
    fc
      .tuple(aPath, fc.integer({ min: 1, max: 4 }), fc.constantFrom(0, 1, 3))
      .map(([path, from, more]): object => ({
        command: 'view',
        path: `/memories${path}`,
        view_range: [from, from + more],
      })),
    fc.constantFrom<object>(
      { command: 'view', path: '/memories' },
      { command: 'view', path: '/memories/notes' },
    ),
    fc.tuple(anotherPath, aText).map(([path, file_text]): object => ({
      command: 'create',
      path: `/memories${path}`,
      file_text,
    })),
    fc.tuple(aPath, fc.nat(3), aText).map(([path, insert_line, insert_text]): object => ({
      command: 'insert',
      path: `/memories${path}`,
      insert_line,
      insert_text,
    })),
    fc.tuple(aPath, aText).map(([path, text]): object => ({
      command: 'str_replace',
      path: `/memories${path}`,
      old_str: 'Status: open',
      new_str: `Status: closed\n${text}`,
    })),
    aPath.map((path): object => ({ command: 'delete', path: `/memories${path}` })),
  )
  .map((input) => ({ name: 'memory', input: { ...input } }))

const aDocumentCall: fc.Arbitrary<PlannedCall> = fc.oneof(
  { weight: 3, arbitrary: aPath.map((path) => ({ name: 'memory_read', input: { path } })) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('deploys', 'Status', 'word-3 and', '/notes')
      .map((query) => ({ name: 'memory_search', input: { query } })),
  },
  fc.constant({ name: 'memory_list', input: {} }),
  fc.tuple(anotherPath, aText).map(([path, content]) => ({
    name: 'memory_write',
    input: { path, content },
  })),
  fc.tuple(aPath, aText).map(([path, text]) => {
    const new_str = `Status: closed\n${text}`
    return { name: 'memory_edit', input: { path, old_str: 'Status: open', new_str } }
  }),
  aPath.map((path) => ({ name: 'memory_delete', input: { path } })),
)

const aSession = (toolSet: ToolSet) => {
  const calls = fc.array(toolSet === 'documents' ? aDocumentCall : aMemoryCall, { maxLength: 4 })
  return fc.record({
    texts: fc.tuple(aText, aText, aText),
    turns: fc.tuple(calls, calls),
    // What a person changes in between.
    edit: fc.option(fc.record({ path: aPath, text: aText })),
  })
}

type Planned = ReturnType<typeof aSession> extends fc.Arbitrary<infer Value> ? Value : never

/** Had as planned, without some calls; the last turn looks at nothing. */
async function had(
  { texts, turns, edit }: Planned,
  toolSet: ToolSet,
  { hasHidden, isLeftOut }: { hasHidden: boolean; isLeftOut: (number: number) => boolean },
) {
  const model = modelName()
  const steps: PlannedCall[] = []
  server.rule(model, () => {
    const next = steps.shift()
    if (!next) return { parts: [say('Done.')] }
    return { parts: [next.name === 'memory' ? memory(next.input) : call(next.name, next.input)] }
  })
  const { id: storeId } = await createStore({ name: 'Notes' })
  const all = PATHS.map((path, at) => [path, `Status: open\n${texts[at]}\n`] as const)
  await written(storeId, Object.fromEntries(all.filter(([path]) => hasHidden || path !== HIDDEN)))
  const settings = { model, tool_set: toolSet }
  const { id: sessionId } = await createSession({ settings, stores: [{ storeId }] }, BY_PERSON)
  let number = 0
  for (const [index, calls] of turns.entries()) {
    steps.push(...calls.filter(() => !isLeftOut(number++)))
    await saying(sessionId, `Question ${index}?`)
    if (index > 0 || !edit || (edit.path === HIDDEN && !hasHidden)) continue
    await written(storeId, { [edit.path]: `Edited.\n${edit.text}\n` })
  }
  const events = await saying(sessionId, 'The last question?')
  return { model, storeId, sessionId, events, eventId: answerIn(events) }
}

/** The numbers of the calls that wrote the hidden memory. */
async function callsThatWrote(sessionId: string, versions: ReadonlySet<string>) {
  const events = await eventsAfter(sessionId, 0)
  const calls = events.filter(isOf('agent.tool_use')).map(({ id }) => id)
  const results = events.filter(isOf('agent.tool_result'))
  const wrote = results.filter(({ memory_versions }) =>
    memory_versions.some((each) => versions.has(each.memory_version_id)),
  )
  return new Set(wrote.map(({ tool_use_id }) => calls.indexOf(tool_use_id)))
}

/** A request without what differs between any two sessions: ids, marks, times. */
function plain(request: SentRequest | undefined): string {
  return JSON.stringify(request?.messages ?? [])
    .replaceAll(/memory-data-[\w-]+?(?=[>\\])/g, 'memory-data')
    .replaceAll(/toolu_\w+/g, 'toolu')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then')
}

describe.each(['memory', 'documents'] as const)('with the tools of %s', (toolSet) => {
  test('a request without a memory is that of a log in which it was never written', async () => {
    await fc.assert(
      fc.asyncProperty(aSession(toolSet), async (planned) => {
        const whole = { hasHidden: true, isLeftOut: () => false }
        const { sessionId, eventId, model } = await had(planned, toolSet, whole)
        const turn = await openTurn(sessionId, eventId)
        const target = turn.memories.find(({ path }) => path === HIDDEN)
        if (!target) return
        const { memoryId, storeId } = target
        const { items } = await listVersions({ storeId, memoryId, limit: 100 })
        const wrote = await callsThatWrote(sessionId, new Set(items.map(({ id }) => id)))
        const hidden = { memories: new Set([memoryId]), lines: new Map() }
        await sampleTurn(turn, hidden, new AbortController().signal)
        const asked = server.requests(model).at(-1)
        const without = await had(planned, toolSet, {
          hasHidden: false,
          isLeftOut: (number) => wrote.has(number),
        })
        expect(plain(asked)).toBe(plain(server.requests(without.model).at(-1)))
      }),
      { ...drawn({ sqlite: 6, postgresql: 3 }), endOnFailure: true },
    )
  }, 300_000)
})
