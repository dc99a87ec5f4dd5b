import type { SessionEvent } from '@/lib/agent/session-event'
import { runsIn } from './runs-in'
import { textsIn } from './texts-in'

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

  /** Returns whether there are none that could repeat anything. */
  get areNone(): boolean {
    return this.runs.size === 0
  }

  /** The runs of a text that these words hold, too. */
  *sharedWith(text: string): Generator<string> {
    if (this.areNone) return
    for (const run of runsIn(text)) if (this.runs.has(run)) yield run
  }

  /** The events that hold one of these runs, in no order. */
  eventsWith(runs: Iterable<string>): Set<string> {
    const events = new Set<string>()
    for (const run of runs) for (const event of this.runs.get(run) ?? []) events.add(event)
    return events
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
