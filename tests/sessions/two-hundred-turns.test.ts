import { db } from '@/lib/db'
import { textOf } from '@/lib/sessions/event'
import { eventsAfter } from '@/lib/sessions/log'
import { SUMMARY_REQUEST, SUMMARY_SECTIONS } from '@/lib/sessions/summary'
import { countInFiles } from '@/lib/store/redact/compaction'
import { expect } from '@/tests/support/fixtures'
import { redacted } from '@/tests/support/redacted'
import { runsFound, runUntil } from '@/tests/support/killed'
import { confirms } from '@/tests/support/messages'
import type { SentRequest } from '@/tests/support/messages-api'
import {
  create,
  gate,
  memory,
  modelName,
  say as words,
  type ScriptedStep,
  view,
} from '@/tests/support/model-server'
import { modelServer } from '@/tests/support/own-model-server'
import { contradictionsIn } from '@/tests/support/sound'
import { of, type Talk, test } from '@/tests/support/talk'
import { textsOf } from '@/tests/support/written'

/** A conversation of 200 turns in which everything happens: nothing is lost, nothing is done twice. */

const server = modelServer()

const TURNS = 200
const SECRET = 'hunter2-of-the-harbour'
const ENTRY = 'tests/durability/conversing-process.ts'
const held = { holdAfter: 2, until: gate().opened }

const at = (turn: number) => `/memories/${turn}.md`

/** What is done with what is asked for; the rest is only answered. */
const CALLS: Record<string, (turn: number) => ReturnType<typeof view>> = {
  write: (turn) => create(at(turn), `text of ${turn}\n`),
  change: (turn) =>
    memory({ command: 'str_replace', path: at(turn - 1), old_str: 'text', new_str: 'words' }),
  read: (turn) => view(at(turn - 2)),
}

/** A model that does what a person says; its answer follows from what it is sent. */
function answerTo({ messages }: SentRequest): ScriptedStep {
  const last = messages.at(-1)?.content
  const texts =
    typeof last === 'object' ? last.flatMap((each) => ('text' in each ? each.text : [])) : []
  const said = texts.at(-1)
  // The results of its calls came.
  if (said === undefined) return { parts: [words('It is done.')] }
  if (said.startsWith(SUMMARY_REQUEST)) {
    const sections = SUMMARY_SECTIONS.map(({ title }) => `## ${title}\nOf ${messages.length}`)
    return { parts: [words(sections.join('\n\n'))] }
  }
  const [verb = '', turn] = said.split(' ')
  const call = CALLS[verb]
  if (call) return { parts: [words(`I ${verb}.`), call(Number(turn))] }
  return { parts: [words(`I heard: ${said}, all of it.`)], ...(verb === 'hold' && held) }
}

const verbOf = (turn: number) => ['write', 'change', 'read', 'talk'][turn % 4] ?? ''

/** Whoever was killed is found, and a person goes on. */
async function foundLeft({ row, goOn }: Talk): Promise<void> {
  await runsFound()
  if ((await row()).palimpsest.stop_reason?.type === 'retries_exhausted') await goOn()
}

test('nothing of a long conversation is lost, and nothing is done twice', async ({
  talk,
  store,
  db: { url },
}) => {
  const model = modelName()
  server.rule(model, answerTo)
  const session = await talk(model)
  const { id, say, send, rest, next, goOn, sessions } = session
  const wanted: Record<string, string> = {}
  const asking = (approval: string) => sessions.update(id, { palimpsest: { approval } } as object)

  const decided = async (turn: number, result: 'allow' | 'deny') => {
    await asking('always_ask')
    const [call] = of(await say(`write ${turn}`), 'agent.tool_use')
    await send(confirms({ id: call?.id ?? '' }, result))
    await rest()
    await asking('always_allow')
  }
  const killed = async (turn: number, step: number) => {
    await runUntil({ entry: ENTRY, args: [url, id, `write ${turn}`] }, step)
    await foundLeft(session)
  }
  const SPECIAL: Record<number, (turn: number) => Promise<unknown>> = {
    20: (turn) => decided(turn, 'allow'),
    41: (turn) => decided(turn, 'deny'),
    62: async (turn) => {
      await send(`hold ${turn}`)
      await next('span.model_request_start')
      await send({ type: 'user.interrupt' })
      await rest()
    },
    80: (turn) => say(`write ${turn}`, `talk of ${SECRET}`),
    82: async (turn) => {
      await send(`hold ${turn} ${SECRET}`)
      await next('span.model_request_start')
      await redacted(SECRET, { storeIds: [store.id] })
      await rest()
      server.rule(model, (request) => ({ ...answerTo(request), holdAfter: undefined }))
      await goOn()
      server.rule(model, answerTo)
    },
    102: async (turn) => {
      await say(`talk ${turn}`)
      await send({ type: 'user.compaction', instructions: '' })
      await rest()
    },
    // Before a step of: taking, asking, keeping the answer, writing, keeping the result.
    ...Object.fromEntries(
      [7, 10, 13, 17, 19, 23].map((step, each) => [120 + 4 * each, (turn) => killed(turn, step)]),
    ),
  }
  for (let turn = 0; turn < TURNS; turn++) {
    const verb = verbOf(turn)
    await (SPECIAL[turn] ?? ((each) => say(`${verb} ${each}`)))(turn)
    if (verb === 'write' && turn !== 41) wanted[`/${turn}.md`] = `text of ${turn}\n`
    if (verb === 'change' && turn !== 41) wanted[`/${turn - 1}.md`] = `words of ${turn - 1}\n`
  }

  const events = await eventsAfter(id, 0)
  const turns = of(events, 'user.message').map((event) => Number(textOf(event).split(' ')[1]))
  expect(turns.filter((turn) => !Number.isNaN(turn))).toEqual(
    Array.from({ length: TURNS }, (_, turn) => turn),
  )
  const broken = of(events, 'session.error').map(({ error }) => error.kind)
  expect(new Set(broken)).toEqual(new Set(['redacted', 'restarted']))
  expect(of(events, 'agent.thread_context_compacted')).toHaveLength(1)
  const rests = of(events, 'session.status_idle').map(({ stop_reason }) => stop_reason)
  expect(rests).toContainEqual({ type: 'end_turn', detail: 'interrupted' })
  expect(await textsOf(store.id)).toEqual(wanted)
  expect(await contradictionsIn(store.id)).toEqual([])
  const writes = of(events, 'agent.tool_result').flatMap((event) => event.memory_versions)
  expect(await db.version.count({ where: { storeId: store.id } })).toBe(writes.length)
  const calls = of(events, 'agent.tool_use').map((call) => call.id)
  expect(of(events, 'agent.tool_result').map((event) => event.tool_use_id)).toEqual(calls)
  expect(JSON.stringify(events)).not.toContain(SECRET)
  expect((await countInFiles([SECRET])).every(({ found }) => found === 0)).toBe(true)
  expect(JSON.stringify(server.requests(model).at(-1))).not.toContain(SECRET)
}, 120_000)
