import type { Database } from '@/lib/db/database'
import type { ModelServer } from './scripted-model-server'
import { type RuledModel, say as words, view } from './scripted-model-server'
import { eventsOf, say, sessionWith } from './sessions'

/** Turns of agents whose answers follow from the lines that they are sent. */

/** An answer that comes once something else has happened. */
export interface HeldAnswer {
  text: string
  until: Promise<void>
}

/** Given everything that was sent, as JSON. */
export type AnswersBySent = (sent: string) => string | HeldAnswer

/** A model that reads every memory there is, and answers by the lines that it is sent. */
export function ruleOf(answers: AnswersBySent): RuledModel {
  return (request) => {
    const sent = JSON.stringify(request.messages)
    if (!sent.includes('directories up to 2 levels')) return { parts: [view()] }
    const shown = [...sent.matchAll(/B\\t(\/memories\/[\w-]+\.md)/g)].map(([, path]) => path ?? '')
    const unread = shown.filter((path) => !sent.includes(`content of ${path}`))
    if (unread.length > 0) return { parts: unread.map((path) => view(path)) }
    const answer = answers(sent)
    if (typeof answer === 'string') return { parts: [words(answer)] }
    return { parts: [words(answer.text)], holdAfter: 1, until: answer.until }
  }
}

let names = 0

/** The name of a model that answers so. */
export function modelThat(server: Pick<ModelServer, 'rule'>, answers: AnswersBySent): string {
  const model = `answers-${++names}`
  server.rule(model, ruleOf(answers))
  return model
}

/** The last answer of an agent that was asked when deploys are. */
export async function answeredTurn(db: Database, model: string, files: Record<string, string>) {
  const { sessionId, storeId } = await sessionWith(db, model, files)
  await say(db, sessionId, 'When do we deploy?')
  const events = await eventsOf(db, sessionId)
  const message = events.findLast(({ type }) => type === 'agent.message')
  return { sessionId, storeId, eventId: message?.id ?? '', model }
}
