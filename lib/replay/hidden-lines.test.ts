import { describe, expect, test } from 'vitest'
import type { AnswerPart } from '@/lib/agent/message-frames'
import type { ToolSet } from '@/lib/agent/session-settings'
import { memoryDataIn } from '@/lib/context/memory-data'
import { addComment } from '@/lib/review/comments/write-comments'
import { createMemory, editMemory, removeMemory } from '@/lib/store/memories/change-memories'
import { getMemory } from '@/lib/store/memories/read-memories'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { updateStore } from '@/lib/store/stores/change-stores'
import { onSqlite } from '@/tests/support/databases'
import { modelServer } from '@/tests/support/model-server'
import { call, memory, say as words, view } from '@/tests/support/scripted-model-server'
import { nextMillisecond } from '@/tests/support/next-millisecond'
import { eventsOf, say, sessionWith } from '@/tests/support/sessions'
import { type Hide, ReplayedTurn } from './replayed-turn'

const server = modelServer()
const cause = { actor: LOCAL_USER_ACTOR }
const PATH = '/deploy.md'
let names = 0

onSqlite((current) => {
  /** A session in which the agent made these calls; what happens before its last turn comes after them. */
  async function had(
    content: string,
    calls: readonly AnswerPart[],
    {
      toolSet = 'memory',
      maxViewChars = 100_000,
      then = noop,
    }: { toolSet?: ToolSet; maxViewChars?: number; then?: typeof noop } = {},
  ) {
    const db = current()
    const model = `hidden-lines-${++names}`
    const left = [...calls]
    server.rule(model, () => {
      const next = left.shift()
      return { parts: [next ?? words('Done.')] }
    })
    const files = { [PATH]: content, '/team.md': 'Mia leads.\n' }
    const { sessionId, storeId } = await sessionWith(db, model, files, { toolSet })
    await updateStore(db, { storeId, settings: { maxViewChars }, cause })
    await say(db, sessionId, 'When do we deploy?')
    await nextMillisecond()
    await then(storeId)
    await nextMillisecond()
    await say(db, sessionId, 'And now?')
    const last = (await eventsOf(db, sessionId)).findLast(({ type }) => type === 'agent.message')
    const turn = await ReplayedTurn.open(db, { sessionId, eventId: last?.id ?? '' })
    const { memoryId = '' } = (await turn.hideable()).find(({ path }) => path === PATH) ?? {}
    /** what the agent is shown by its calls, and asked, without these lines; the calls */
    const without = async (lines?: Hide['lines']) => {
      const hide = [{ storeId, memoryId, ...(lines ? { lines } : {}) }]
      await turn.sample({ hide, maxRequests: 9, signal: new AbortController().signal })
      const { messages } = server.requests(model).at(-1) ?? { messages: [] }
      const blocks = messages.flatMap(({ content: sent }) => (Array.isArray(sent) ? [...sent] : []))
      return {
        results: blocks.flatMap((block) =>
          block.type === 'tool_result' && typeof block.content === 'string'
            ? [shownIn(block.content)]
            : [],
        ),
        inputs: blocks.flatMap((block) => (block.type === 'tool_use' ? [block.input] : [])),
        texts: blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n'),
      }
    }
    return { storeId, turn, without }
  }

  const LINES = ['# Deploying', 'Ask Mia.', 'Deploys go out on Fridays.', 'Ask Mia.', 'Then rest.']
  const DEPLOY = `${LINES.join('\n')}\n`

  describe('a hidden line', () => {
    test('goes by its number: a line that says the same stays', async () => {
      const { without } = await had(DEPLOY, [view(`/memories${PATH}`)])
      const { results } = await without([[2, 2]])
      expect(results).toEqual([
        numbered('# Deploying', 'Deploys go out on Fridays.', 'Ask Mia.', 'Then rest.'),
      ])
    })

    test('goes where an earlier version had it, by the number that it had there', async () => {
      const { without } = await had(DEPLOY, [view(`/memories${PATH}`)], {
        then: async (storeId) => {
          const edit = (content: string) => `Read this first.\n${content.replace('# ', '## ')}`
          await editMemory(current(), { storeId, path: PATH, edit, cause })
        },
      })
      const { results } = await without([[3, 3]])
      expect(results).toEqual([
        numbered('# Deploying', 'Deploys go out on Fridays.', 'Ask Mia.', 'Then rest.'),
      ])
    })

    test('goes from a part that was viewed, which is numbered by the lines before it', async () => {
      const part = { command: 'view', path: `/memories${PATH}`, view_range: [3, 5] }
      const { without } = await had(DEPLOY, [memory(part)])
      const { results, inputs } = await without([
        [1, 1],
        [4, 4],
      ])
      expect(results).toEqual(['     2\tDeploys go out on Fridays.\n     3\tThen rest.'])
      expect(inputs).toEqual([{ ...part, view_range: [2, 3] }])
    })

    test('goes with the call that viewed nothing else', async () => {
      const part = { command: 'view', path: `/memories${PATH}`, view_range: [3, 3] }
      const { without } = await had(DEPLOY, [memory(part)])
      expect(await without([[3, 3]])).toMatchObject({ results: [], inputs: [] })
    })

    test('goes where it was cut, with the note that it was', async () => {
      const long = `Deploys go out on ${'Fridays and '.repeat(200)}Mondays.`
      const { without } = await had(`${long}\nAsk Mia.\n`, [view(`/memories${PATH}`)], {
        maxViewChars: 1_000,
      })
      const { results } = await without([[1, 1]])
      expect(results).toEqual([
        '[Line 1 is left out; to see more, view again with view_range [1, 1].]',
      ])
    })

    test('goes from the hits of a search, however long, and the others are numbered anew', async () => {
      const long = `Deploys go out on ${'Fridays and '.repeat(200)}Mondays.`
      const content = `${long}\nAsk Mia about deploys.\n`
      const search = call('memory_search', { query: 'deploys' })
      const { without } = await had(content, [search], { toolSet: 'documents' })
      expect((await without([[1, 1]])).results).toEqual([`${PATH}\n  1: Ask Mia about deploys.`])
    })

    test('takes its memory out of a search that found nothing else in it', async () => {
      const search = call('memory_search', { query: 'on Fridays' })
      const { without } = await had(DEPLOY, [search], { toolSet: 'documents' })
      expect((await without([[3, 3]])).results).toEqual(['No document holds "on Fridays"'])
    })

    test('goes with what a reviewer asks about it; what they ask of others is numbered anew', async () => {
      const { without } = await had(DEPLOY, [view(`/memories${PATH}`)], {
        then: async (storeId) => {
          const { versionId } = await getMemory(current(), { storeId, path: PATH })
          const comment = (line: number, text: string) =>
            addComment(current(), {
              ...{ storeId, versionId, lines: { from: line, to: line }, text },
              disposition: 'fix',
              by: LOCAL_USER_ACTOR,
            })
          await comment(3, 'It is Mondays now.')
          await comment(5, 'Say for how long.')
        },
      })
      const { texts } = await without([[3, 3]])
      expect(texts).not.toContain('It is Mondays now.')
      expect(texts).toContain(`- /memories${PATH}, line 4:\n  Say for how long.`)
    })

    test('goes from what the agent itself wrote, and the other lines of that stay', async () => {
      const file_text = 'Plan.\nDeploy on Fridays.\nRest.\n'
      const write = { command: 'create', path: '/memories/plan.md', file_text }
      const { storeId, turn } = await had(DEPLOY, [memory(write)])
      const plan = (await turn.memories()).find(({ path }) => path === '/plan.md')
      const hide = [{ storeId, memoryId: plan?.memoryId ?? '', lines: [[2, 2]] as const }]
      await turn.sample({ hide, maxRequests: 9, signal: new AbortController().signal })
      const sent = JSON.stringify(server.requests(`hidden-lines-${names}`).at(-1)?.messages)
      expect(sent).toContain(JSON.stringify('Plan.\nRest.\n').slice(1, -1))
      expect(sent).not.toContain('Deploy on Fridays')
    })
  })

  describe('a memory that was read and is gone', () => {
    const remove = async (storeId: string) => {
      const { id: memoryId } = await getMemory(current(), { storeId, path: PATH })
      await removeMemory(current(), { storeId, memoryId, cause })
    }

    test('can be hidden: what was read of it goes from the conversation', async () => {
      const { turn, without } = await had(DEPLOY, [view(`/memories${PATH}`)], { then: remove })
      const gone = (await turn.hideable()).find(({ path }) => path === PATH)
      expect(gone).toMatchObject({ isGone: true })
      expect((await turn.memories()).map(({ path }) => path)).toEqual(['/team.md'])
      expect((await without()).results).toEqual([
        `The path /memories${PATH} does not exist. Please provide a valid path.`,
      ])
    })

    test('is another than the one that took its place', async () => {
      const { turn, without, storeId } = await had(DEPLOY, [view(`/memories${PATH}`)], {
        then: async (store) => {
          await remove(store)
          await nextMillisecond()
          await createMemory(current(), { storeId: store, path: PATH, content: 'New.\n', cause })
        },
      })
      const [there, gone] = (await turn.hideable()).filter(({ path }) => path === PATH)
      expect([there?.isGone, gone?.isGone]).toEqual([false, true])
      // Found first: the one that is there. What was read was the other.
      expect((await without()).results).toEqual([numbered(...LINES)])
      const hide = [{ storeId, memoryId: gone?.memoryId ?? '' }]
      await turn.sample({ hide, maxRequests: 9, signal: new AbortController().signal })
      const sent = JSON.stringify(server.requests(`hidden-lines-${names}`).at(-1)?.messages)
      expect(sent).toContain(`The path /memories${PATH} does not exist.`)
    })
  })
})

function noop(_storeId: string): Promise<void> {
  return Promise.resolve()
}

/** The lines of an answer, without its head. */
function shownIn(content: string): string {
  const lines = memoryDataIn(content).split('\n')
  return lines.filter((line) => !line.startsWith("Here's the content")).join('\n')
}

function numbered(...lines: string[]): string {
  return lines.map((line, index) => `${String(index + 1).padStart(6)}\t${line}`).join('\n')
}
