import type { SessionEvent } from '@/lib/agent/session-event'
import { textsIn } from './texts-in'

/** Characters of a run that cannot be shared by chance (why.md, "Replaying a turn"). */
const RUN_CHARACTERS = 24
const RUN_WORDS = 5

/**
 * The agent's own words before a turn: what it said, thought, wrote and summed up. They cannot be
 * taken out of the log, so that what they repeat of a memory stays when the memory is hidden.
 */
export class EarlierWords {
  /** the events of each run, by its text */
  private readonly runs = new Map<string, Set<string>>()

  /**
   * `elsewhere`: all else that the request holds besides memories: the system prompt, the person's
   * words. A run that stands there is no sign of a memory.
   */
  constructor(before: readonly SessionEvent[], elsewhere: readonly string[]) {
    const others = new Set(elsewhere.flatMap((text) => [...runsIn(text)]))
    for (const event of before) {
      for (const text of wordsOf(event)) {
        for (const run of runsIn(text)) {
          if (others.has(run)) continue
          const events = this.runs.get(run) ?? new Set()
          this.runs.set(run, events.add(event.id))
        }
      }
    }
  }

  /** The events that repeat a run of this text, in no order. */
  thatRepeat(text: string): string[] {
    if (this.runs.size === 0) return []
    const events = new Set<string>()
    for (const run of runsIn(text)) {
      for (const event of this.runs.get(run) ?? []) events.add(event)
    }
    return [...events]
  }
}

function wordsOf(event: SessionEvent): string[] {
  switch (event.type) {
    case 'agent.message':
      return [event.text]
    case 'agent.thinking':
      return [event.thinking]
    case 'agent.tool_use':
      return textsIn(event.input)
    case 'agent.thread_context_compacted':
      return [event.summary ?? '', ...textsIn(event.block)]
    default:
      return []
  }
}

/** Case and white space make no difference to whether somebody repeats a text. */
function folded(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, ' ').trim()
}

function* runsIn(text: string): Generator<string> {
  const whole = folded(text)
  for (let from = 0; from + RUN_CHARACTERS <= whole.length; from++) {
    yield whole.slice(from, from + RUN_CHARACTERS)
  }
  const words = whole.split(' ')
  for (let from = 0; from + RUN_WORDS <= words.length; from++) {
    const run = words.slice(from, from + RUN_WORDS).join(' ')
    // Longer ones are covered by their characters.
    if (run.length < RUN_CHARACTERS) yield run
  }
}
