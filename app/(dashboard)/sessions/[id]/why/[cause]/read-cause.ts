import type { AnswerOnPage } from '@/components/why/steps'
import { isOf, textOf } from '@/lib/sessions/event'
import { getSession } from '@/lib/sessions/sessions'
import { shownText, shownTexts } from '@/lib/sessions/shown-text'
import { unlessRefused } from '@/lib/refusal'
import { usageOfJob } from '@/lib/why/asking'
import { getCause } from '@/lib/why/causes'
import { type FoundMemory, foundMemories, pathsOf, searchAnswers, stepsOf } from '@/lib/why/found'
import { cellOf } from '@/lib/why/items'
import { usdOfModels } from '@/lib/why/price'
import { saidInTurn } from '@/lib/why/turn'

/** Answers that are shown of all. */
const NEWEST = 4

/** What a search's page shows; null: there is no such search of this session. Texts are masked. */
export async function readCausePage(sessionId: string, id: string) {
  const job = await unlessRefused(getCause(id))
  if (job?.sessionId !== sessionId) return null
  const { ask, found } = job
  const [session, told, memories, newest] = await Promise.all([
    getSession(sessionId),
    stepsOf(id),
    found?.verdict === 'caused' ? foundMemories(found) : [],
    answersOnPage({ jobId: id }, NEWEST),
  ])
  const notCleared = found?.verdict === 'undecided' ? found.named : []
  const named = told.steps.flatMap(({ shown }) => shown.map((atom) => atom.split(':')[0] ?? ''))
  const usage = usageOfJob(job)
  const tokens = { input: usage.input_tokens, output: usage.output_tokens }
  const models = [session.settings.model, ...(ask.check.type === 'judged' ? [ask.check.model] : [])]
  const exampleOf = async (cell: string, held: boolean) =>
    (await answersOnPage({ jobId: id, cell, held }, 1))[0]?.last ?? ''
  const all = told.steps.find(({ hid }) => hid === 0)
  const [only = []] = found?.sets ?? []
  const others = told.steps.filter(({ memoryId }) => memoryId === null)
  const cellShowing = (ids: readonly string[]) =>
    others.find(({ shown }) => [...shown].sort().join() === [...ids].sort().join())?.cell ?? ''
  const hidden = { memories: new Set(found?.sets.flat() ?? []), lines: new Map() }
  return {
    job,
    newest,
    memories: await Promise.all(memories.map(masked)),
    steps: told.steps,
    count: told.count,
    notCleared,
    paths: await pathsOf([...named, ...notCleared.map(({ memoryId }) => memoryId)]),
    title: session.title,
    model: session.settings.model,
    usage,
    usd: usdOfModels(models, tokens),
    ...(await saidIn(sessionId, ask.eventId)),
    shares: { all: all ? { held: all.held.filter(Boolean).length, of: all.held.length } : null },
    examples: {
      all: await exampleOf(all?.cell ?? '', true),
      only: await exampleOf(cellShowing(only), true),
      without: await exampleOf(cellOf(hidden), false),
    },
  }
}

/** Answers as `searchAnswers` finds them; their texts are masked. */
export async function answersOnPage(
  ...asked: Parameters<typeof searchAnswers>
): Promise<AnswerOnPage[]> {
  const shown = (await searchAnswers(...asked)).map(async (answer) => {
    const { texts, calls, changes, ...rest } = answer
    const said = await shownTexts(texts)
    return {
      ...rest,
      text: said.join('\n\n'),
      last: said.at(-1) ?? '',
      calls: calls.length,
      changes: changes.map(({ path, before, after }): AnswerOnPage['changes'][number] => {
        return { path, act: before === null ? 'created' : after === null ? 'deleted' : 'modified' }
      }),
    }
  })
  return Promise.all(shown)
}

async function masked(memory: FoundMemory): Promise<FoundMemory> {
  const shown = async (text: string) => (await shownText(text, memory.path ?? '')).text
  const runs = memory.runs.map(async (run) => ({
    ...run,
    before: (await shown(run.before.join('\n'))).split('\n'),
  }))
  return { ...memory, content: await shown(memory.content), runs: await Promise.all(runs) }
}

/** The person's message, as it is for a test of it and as it is shown, and the agent's answer. */
async function saidIn(sessionId: string, eventId: string) {
  const [message, ...events] = await saidInTurn(sessionId, eventId)
  const question = message?.type === 'user.message' ? textOf(message) : ''
  const given = events.filter(isOf('agent.message')).map(textOf)
  const [shownQuestion = '', ...answer] = await shownTexts([question, ...given])
  return { question, shownQuestion, answer }
}
