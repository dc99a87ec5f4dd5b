import type { RuledModel, SentRequest } from './scripted-model-server'
import { call, say } from './scripted-model-server'
import { asksForSummary, asksToSave, summaryOf, toldIn } from './summaries'

/** Returns the fact that a step writes to memory. */
export const factOf = (step: number): string => `fact ${step}: the code is ${step * 7919}`

const FACTS = '/memories/facts.md'
const BYTES_PER_TOKEN = 4

/**
 * A model without state of its own: its next action follows from the request alone. It has this
 * many steps to do, writes a fact down at each, and talks so much that its window fills. Only its
 * memory and its summaries tell it how far it is.
 */
export function forgetfulAgent(steps: number, chatter: string): RuledModel {
  return (request) => {
    const usage = { input_tokens: sizeOf(request) }
    if (asksForSummary(request)) {
      return { parts: [say(summaryOf(`Doing ${steps} steps.`))], usage }
    }
    if (asksToSave(request)) return { parts: [say('All is written down.')], usage }
    const done = stepsToldOf(request)
    if (done >= steps) return { parts: [say(`All ${steps} steps are done.`)], usage }
    const next = done + 1
    const command =
      next === 1
        ? { command: 'create', path: FACTS, file_text: `${factOf(1)}\n` }
        : { command: 'insert', path: FACTS, insert_line: done, insert_text: `${factOf(next)}\n` }
    return { parts: [say(`Step ${next}. ${chatter}`), call('memory', command)], usage }
  }
}

/** The size of a request in tokens, by its bytes. */
export function sizeOf(request: SentRequest): number {
  return Math.ceil(Buffer.byteLength(JSON.stringify(request)) / BYTES_PER_TOKEN)
}

/** The last step that a request mentions. */
function stepsToldOf(request: SentRequest): number {
  const told = [...toldIn(request).matchAll(/fact (\d+): the code is/g)]
  return Math.max(0, ...told.map(([, step]) => Number(step)))
}
