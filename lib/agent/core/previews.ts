import { notifyAll } from '@/lib/notify-all'
import { perProcess } from '@/lib/per-process'

/**
 * Text that a model is producing right now, before it is stored: only in the process that runs the
 * session, and only the whole text so far. Each listener tracks how much it has had, so nothing is
 * buffered for slow ones, and latecomers get everything.
 */

export interface Preview {
  /** the id of the event that it becomes; for a summary, of the compaction's start */
  eventId: string
  type: 'agent.message' | 'agent.thinking' | 'agent.tool_use' | 'context.summary_written'
  /** tool use only: the tool */
  name: string | null
  /** for a tool use, the JSON of its input */
  text: string
}

class SessionPreviews {
  private readonly open = new Map<string, Preview>()
  private readonly listeners = new Set<() => void>()

  begin(preview: Preview): void {
    this.open.set(preview.eventId, preview)
    this.tell()
  }

  add(eventId: string, text: string): void {
    const preview = this.open.get(eventId)
    if (!preview || text === '') return
    preview.text += text
    this.tell()
  }

  /** They are stored now, or never will be. */
  clear(): void {
    this.open.clear()
    this.tell()
  }

  current(): readonly Preview[] {
    return [...this.open.values()]
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  get isUnused(): boolean {
    return this.listeners.size === 0 && this.open.size === 0
  }

  private tell(): void {
    notifyAll(this.listeners)
  }
}

// One registry per process, however many bundles contain this module.
const sessions = perProcess('previews', () => new Map<string, SessionPreviews>())

export function previewsOf(sessionId: string): SessionPreviews {
  for (const [id, previews] of sessions)
    if (id !== sessionId && previews.isUnused) sessions.delete(id)
  const previews = sessions.get(sessionId) ?? new SessionPreviews()
  sessions.set(sessionId, previews)
  return previews
}
