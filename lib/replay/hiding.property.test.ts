import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runsFinished } from '@/lib/agent/run-sessions'
import { sendEvents } from '@/lib/agent/send-events'
import type { ToolSet } from '@/lib/agent/session-settings'
import type { Database } from '@/lib/db/database'
import { addComment } from '@/lib/review/comments/write-comments'
import { editMemory, removeMemory } from '@/lib/store/memories/change-memories'
import { getMemory } from '@/lib/store/memories/read-memories'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { StoreError } from '@/lib/store/model/problems'
import { listVersions } from '@/lib/store/versions/read-versions'
import { countLines, splitLines } from '@/lib/text/lines'
import { onSqlite } from '@/tests/support/databases'
import { modelServer } from '@/tests/support/model-server'
import {
  call,
  memory,
  say as words,
  type ScriptedStep,
  type SentRequest,
} from '@/tests/support/scripted-model-server'
import { eventsOf, say, sessionWith } from '@/tests/support/sessions'
import { asksForSummary, asksToSave, summaryOf } from '@/tests/support/summaries'
import { type Hide, ReplayedTurn } from './replayed-turn'

const server = modelServer()
const cause = { actor: LOCAL_USER_ACTOR }
const RUN = 24

const PATHS = ['/a.md', '/b.md', '/notes/c.md'] as const
type Path = (typeof PATHS)[number]

const aLine = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.nat(40).map((n) => `Service ${n} deploys on day ${n * 7} at ${n}:30.`),
  },
  // Longer than a search shows of a line.
  {
    weight: 2,
    arbitrary: fc.nat(9).map((n) => `Of deploys: ${`word-${n} and `.repeat(40)}end ${n}.`),
  },
  fc.constantFrom(
    'Nothing of interest stands in here.',
    '- item',
    '',
    '\tIndented deploys, twice.',
  ),
)
const aText = fc.array(aLine, { minLength: 1, maxLength: 9 }).map((lines) => lines.join('\n'))
const aPath = fc.constantFrom(...PATHS)

type Parts = Extract<ScriptedStep, { parts: readonly unknown[] }>['parts']

const aMemoryCall = fc.oneof(
  { weight: 3, arbitrary: aPath.map((path) => ({ command: 'view', path: `/memories${path}` })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(aPath, fc.integer({ min: 1, max: 5 }), fc.constantFrom(0, 1, 3, -1))
      .map(([path, from, more]) => ({
        command: 'view',
        path: `/memories${path}`,
        view_range: [from, more === -1 ? -1 : from + more],
      })),
  },
  fc.constant({ command: 'view', path: '/memories' }),
  fc
    .tuple(aPath, aText)
    .map(([path, file_text]) => ({ command: 'create', path: `/memories${path}`, file_text })),
  fc.tuple(aPath, fc.nat(3), aText).map(([path, insert_line, insert_text]) => ({
    ...{ command: 'insert', path: `/memories${path}`, insert_line, insert_text },
  })),
  fc.tuple(aPath, aText).map(([path, text]) => ({
    ...{ command: 'str_replace', path: `/memories${path}`, old_str: 'Status: open' },
    new_str: `Status: closed\n${text}`,
  })),
  aPath.map((path) => ({ command: 'delete', path: `/memories${path}` })),
)

const aDocumentCall = fc.oneof(
  { weight: 3, arbitrary: aPath.map((path) => ['memory_read', { path }] as const) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('deploys', 'Status', 'word-3 and', '/notes')
      .map((query) => ['memory_search', { query }] as const),
  },
  fc.constant(['memory_list', {}] as const),
  fc.tuple(aPath, aText).map(([path, content]) => ['memory_write', { path, content }] as const),
  fc.tuple(aPath, aText).map(([path, text]) => {
    const new_str = `Status: closed\n${text}`
    return ['memory_edit', { path, old_str: 'Status: open', new_str }] as const
  }),
  aPath.map((path) => ['memory_delete', { path }] as const),
)

/** A turn of an agent: calls, then words that may repeat a line of a memory. */
interface PlannedTurn {
  calls: Parts[]
  repeats: { path: Path; line: number } | null
}

const aTurn = (toolSet: ToolSet): fc.Arbitrary<PlannedTurn> => {
  const aCall =
    toolSet === 'documents'
      ? aDocumentCall.map(([name, input]) => call(name, input))
      : aMemoryCall.map((input) => memory(input))
  return fc.record({
    calls: fc.array(fc.array(aCall, { minLength: 1, maxLength: 2 }), { maxLength: 4 }),
    repeats: fc.option(fc.record({ path: aPath, line: fc.nat(4) }), { freq: 3 }),
  })
}

/** The acts of people between two turns. */
const aBreak = fc.record({
  edit: fc.option(fc.record({ path: aPath, at: fc.nat(5), text: aText })),
  comment: fc.option(fc.record({ path: aPath, from: fc.nat(8), more: fc.nat(2), text: aLine })),
  deleted: fc.option(aPath, { freq: 5 }),
  isSummarised: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
})

const aSession = (toolSet: ToolSet) =>
  fc.record({
    files: fc.record(
      Object.fromEntries(PATHS.map((path) => [path, aText])) as Record<Path, typeof aText>,
    ),
    turns: fc.tuple(aTurn(toolSet), aTurn(toolSet)),
    breaks: fc.tuple(aBreak, aBreak),
    hidden: aPath,
    lines: fc.tuple(fc.nat(9), fc.nat(3)),
  })

type Planned = ReturnType<typeof aSession> extends fc.Arbitrary<infer Value> ? Value : never

let names = 0

/** A session that was had as planned, with a last turn in which the agent looks at nothing. */
async function had(db: Database, { files, turns, breaks }: Planned, toolSet: ToolSet) {
  const model = `hiding-${++names}`
  const steps: Parts[] = []
  server.rule(model, (request) => {
    if (asksToSave(request)) return { parts: [words('Saved.')] }
    if (asksForSummary(request)) return { parts: [words(summaryOf('Deploys.'))] }
    return { parts: steps.shift() ?? [words('End.')] }
  })
  const contents = Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path, `Status: open\n${text}\n`]),
  )
  const { sessionId, storeId } = await sessionWith(db, model, contents, { toolSet })
  const comments: { memoryId: string; text: string }[] = []
  for (const [index, { calls, repeats }] of turns.entries()) {
    const repeated = repeats ? splitLines(contents[repeats.path] ?? '')[repeats.line] : undefined
    steps.push(...calls, [words(repeated ? `It says: ${repeated}` : 'Done.')])
    await say(db, sessionId, `Question ${index}?`)
    steps.length = 0
    await have(db, storeId, breaks[index], comments)
    if (breaks[index]?.isSummarised) {
      await sendEvents(db, sessionId, [{ type: 'user.compaction' }])
      await runsFinished()
    }
  }
  await say(db, sessionId, 'The last question?')
  const events = await eventsOf(db, sessionId)
  const last = events.findLast(({ type }) => type === 'agent.message')
  const turn = await ReplayedTurn.open(db, { sessionId, eventId: last?.id ?? '' })
  return { turn, storeId, model, comments }
}

async function have(
  db: Database,
  storeId: string,
  planned: Planned['breaks'][number] | undefined,
  comments: { memoryId: string; text: string }[],
) {
  const { edit, comment, deleted } = planned ?? {}
  if (edit) {
    const put = (content: string) => {
      const lines = content.split('\n')
      lines.splice(Math.min(edit.at, lines.length), 0, edit.text)
      return lines.join('\n')
    }
    await ifThere(editMemory(db, { storeId, path: edit.path, edit: put, cause }))
  }
  const commented = comment && (await ifThere(getMemory(db, { storeId, path: comment.path })))
  if (comment && commented) {
    const from = 1 + (comment.from % Math.max(1, countLines(commented.content)))
    const to = Math.min(countLines(commented.content), from + comment.more)
    const text = `Please mind: ${comment.text}`
    const said = { storeId, versionId: commented.versionId, lines: { from, to }, text }
    if (to >= from) {
      await addComment(db, { ...said, disposition: 'fix', by: LOCAL_USER_ACTOR })
      comments.push({ memoryId: commented.id, text })
    }
  }
  if (deleted) {
    const there = await ifThere(getMemory(db, { storeId, path: deleted }))
    if (there) await removeMemory(db, { storeId, memoryId: there.id, cause })
  }
}

async function ifThere<Value>(work: Promise<Value>): Promise<Value | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof StoreError) return null
    throw error
  }
}

/** The texts of a request: what the agent was shown, and its own words. */
function textsOf({ messages, system }: SentRequest) {
  const shown: string[] = (system ?? []).map(({ text }) => text)
  const own: string[] = []
  for (const { role, content } of messages) {
    const texts = stringsIn(content)
    if (role === 'assistant') own.push(...texts)
    else shown.push(...texts)
  }
  return { shown, own }
}

/** The blocks of a request that are of other memories only: words, calls that name a path, and their answers. */
function blocksOf({ messages }: SentRequest, isOther: (text: string) => boolean): unknown[] {
  const calls = new Map<string, string>()
  return messages.flatMap(({ content }) => {
    const blocks = Array.isArray(content) ? [...content] : []
    // The last ones steer the cache, whatever they are.
    const plain = blocks.map((block) => ({ ...block, cache_control: undefined }))
    return plain.filter((block) => {
      if (block.type === 'text') return !block.text.startsWith('<') && isOther(block.text)
      if (block.type === 'tool_use') {
        const input = JSON.stringify(block.input)
        const isOfAll = !input.includes('.md')
        calls.set(block.id, isOfAll ? [...PATHS].join(' ') : input)
        return isOther(input)
      }
      return block.type === 'tool_result' && isOther(calls.get(block.tool_use_id) ?? '')
    })
  })
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

function runsOf(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) =>
      Array.from({ length: Math.max(0, line.length - RUN + 1) }, (_, at) =>
        line.slice(at, at + RUN),
      ),
    )
}

/** The runs of what is hidden that stand in nothing else that the request was made of. */
function runsOfOnly(hidden: readonly string[], others: readonly string[]): Set<string> {
  const runs = new Set(hidden.flatMap(runsOf))
  // A search shows a line after its number and a colon, as a request of a reviewer may begin.
  const shown = others.flatMap((text) => [text, ...text.split('\n').map((line) => `: ${line}`)])
  for (const run of shown.flatMap(runsOf)) runs.delete(run)
  return runs
}

const heldIn = (texts: readonly string[], runs: ReadonlySet<string>) =>
  texts.filter((text) => runsOf(text).some((run) => runs.has(run)))

async function askedWithout(had: { turn: ReplayedTurn; model: string }, hide: readonly Hide[]) {
  const { signal } = new AbortController()
  await had.turn.sample({ hide, maxRequests: 9, signal })
  const request = server.requests(had.model).at(-1)
  if (!request) throw new Error('the model was not asked')
  return request
}

async function versionsIn(db: Database, storeId: string) {
  const { versions } = await listVersions(db, { storeId, view: 'full', limit: 500 })
  return versions
}

onSqlite((current) => {
  const numRuns = 15
  describe.each(['memory', 'documents'] as const)('with the tools of %s, a request', (toolSet) => {
    test('never shows 24 characters that only a hidden memory held, and all else as it was', async () => {
      await fc.assert(
        fc.asyncProperty(aSession(toolSet), async (planned) => {
          const db = current()
          const session = await had(db, planned, toolSet)
          const { turn, storeId, comments } = session
          const target = (await turn.hideable()).find(({ path }) => path === planned.hidden)
          if (!target) return
          const { memoryId } = target
          const versions = await versionsIn(db, storeId)
          const own = versions.filter((each) => each.memoryId === memoryId)
          const others = versions.filter((each) => each.memoryId !== memoryId)
          const runs = runsOfOnly(
            [
              ...own.map(({ content }) => content ?? ''),
              ...comments.filter((each) => each.memoryId === memoryId).map(({ text }) => text),
            ],
            [
              ...others.map(({ content }) => content ?? ''),
              ...comments.filter((each) => each.memoryId !== memoryId).map(({ text }) => text),
            ],
          )
          const before = await askedWithout(session, [])
          const after = await askedWithout(session, [{ storeId, memoryId }])
          expect(heldIn(textsOf(after).shown, runs)).toEqual([])
          const { eventIds } = await turn.repeatedEarlier([{ storeId, memoryId }])
          if (eventIds.length === 0) expect(heldIn(textsOf(after).own, runs)).toEqual([])
          const paths = new Set(own.map(({ path }) => path ?? ''))
          const isOther = (text: string) =>
            heldIn([text], runs).length === 0 && ![...paths].some((path) => text.includes(path))
          expect(blocksOf(after, isOther)).toEqual(blocksOf(before, isOther))
        }),
        { numRuns, endOnFailure: true },
      )
    }, 300_000)

    test('never shows 24 characters that only hidden lines held, the rest numbered in order', async () => {
      await fc.assert(
        fc.asyncProperty(aSession(toolSet), async (planned) => {
          const db = current()
          const session = await had(db, planned, toolSet)
          const { turn, storeId, comments } = session
          const target = (await turn.memories()).find(({ path }) => path === planned.hidden)
          if (!target) return
          const { memoryId } = target
          const lines = splitLines(await turn.contentOf(target))
          const from = 1 + (planned.lines[0] % lines.length)
          const to = Math.min(lines.length, from + planned.lines[1])
          const isHidden = (number: number) => number >= from && number <= to
          const hidden = lines.filter((_, index) => isHidden(index + 1))
          const visible = lines.filter((_, index) => !isHidden(index + 1))
          const versions = await versionsIn(db, storeId)
          const others = versions.filter((each) => each.memoryId !== memoryId)
          const runs = runsOfOnly(hidden, [
            ...visible,
            ...others.map(({ content }) => content ?? ''),
            ...comments.filter((each) => each.memoryId !== memoryId).map(({ text }) => text),
          ])
          const hide = [{ storeId, memoryId, lines: [[from, to]] as const }]
          const before = textsOf(await askedWithout(session, []))
          const after = textsOf(await askedWithout(session, hide))
          expect(heldIn(after.shown, runs)).toEqual([])
          const { eventIds } = await turn.repeatedEarlier(hide)
          if (eventIds.length === 0) expect(heldIn(after.own, runs)).toEqual([])
          for (const text of after.shown) expect(inOrder(numbersIn(text))).toBe(true)
          // Lines that are shown were shown before.
          const shownBefore = new Set(before.shown.flatMap(numberedTextsIn))
          for (const text of after.shown.flatMap(numberedTextsIn)) {
            if (text !== '') expect(shownBefore).toContain(text)
          }
        }),
        { numRuns, endOnFailure: true },
      )
    }, 300_000)
  })
})

const NUMBERED = /^ *(\d+)\t(.*)$/

function numberedTextsIn(text: string): string[] {
  return text.split('\n').flatMap((line) => NUMBERED.exec(line)?.[2] ?? [])
}

function numbersIn(text: string): number[] {
  return text.split('\n').flatMap((line) => {
    const [, number] = NUMBERED.exec(line) ?? []
    return number === undefined ? [] : [Number(number)]
  })
}

function inOrder(numbers: readonly number[]): boolean {
  return numbers.every((number, index) => index === 0 || number === (numbers[index - 1] ?? 0) + 1)
}
