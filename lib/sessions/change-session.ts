import { isMissing, write } from '@/lib/db'
import { withdraw } from '@/lib/held/held-writes'
import { tell } from '@/lib/live/live'
import { Refusal } from '@/lib/refusal'
import { checkMetadata, patchedMetadata } from '@/lib/store/change-stores'
import { CONTINUE_MESSAGE } from './conversation'
import { textBlocks } from './event'
import { changeSession, leaseOf, viewOf } from './log'
import { owesAnswer } from './next-step'
import { wake } from './run'
import { checkedTitle, getSession, type Session, sessionNotFound } from './sessions'
import { loosens, patchedSettings, type SettingsPatch } from './settings'
import { stopIn } from './stopped'

export interface SessionPatch {
  title?: string | null | undefined
  /** null takes a key away */
  metadata?: Record<string, string | null> | undefined
  /** holds from the next request */
  settings?: SettingsPatch | undefined
}

/**
 * Changes what a session is called and how it works. `mayLoosen`: whether the caller may have it ask less;
 * `unlessStale` throws where what stands there, under the row's lock, is not what was shown.
 * Refuses `session_not_found`, `session_archived`, `invalid_input`, `may_not`.
 */
export async function updateSession(
  id: string,
  { title, metadata, settings }: SessionPatch,
  { mayLoosen, unlessStale }: { mayLoosen: boolean; unlessStale?: (stored: Session) => void },
): Promise<Session> {
  await changeSession(id, (c) => {
    const { session } = c
    unlessStale?.(session)
    if (title !== undefined) c.set({ title: checkedTitle(title) })
    if (metadata) {
      const changed = patchedMetadata(session.metadata, metadata)
      checkMetadata(changed)
      c.set({ metadata: changed })
    }
    if (settings) {
      const changed = patchedSettings(session.settings, settings)
      if (!mayLoosen && loosens(session.settings, changed)) throw mayNotLoosen()
      c.set({ settings: changed })
    }
  })
  return getSession(id)
}

const mayNotLoosen = () =>
  new Refusal(
    'may_not',
    'To have a session ask less needs a person, or a script’s key with the access review.',
  )

/**
 * Goes on after an error, a stop or a cut. Refuses `session_not_found`, `session_archived`,
 * `nothing_to_continue`.
 */
export async function continueSession(id: string): Promise<Session> {
  await changeSession(id, async (c) => {
    const { stopReason, status, queue } = c.session
    const isAtRest = status === 'idle' && stopReason?.type !== 'requires_action'
    const isCut = stopReason?.type === 'end_turn' && stopReason.detail === 'max_tokens'
    const isBroken = stopReason?.type === 'retries_exhausted'
    const isOpen = isCut || isBroken || queue.length > 0 || owesAnswer(await viewOf(id, c.tx))
    if (!isAtRest || !isOpen) {
      throw new Refusal('nothing_to_continue', 'There is nothing to go on with in this session.')
    }
    c.append({ type: 'session.status_running' })
    if (isCut) c.append({ type: 'user.message', content: textBlocks(CONTINUE_MESSAGE) })
  })
  wake(id)
  return getSession(id)
}

/** Ends a session for good: it can only be read. A run stops, and what waits is withdrawn. */
export async function archiveSession(id: string): Promise<Session> {
  await changeSession(
    id,
    async (c) => {
      if (c.session.archivedAt) return
      await stopIn(c)
      c.append({ type: 'session.status_terminated' })
      c.set({ archivedAt: c.now, queue: [] })
    },
    { whenArchived: 'allow' },
  )
  return getSession(id)
}

/** Deletes a session with its log; what it wrote stays, under its name. Refuses `session_not_found`. */
export async function deleteSession(id: string): Promise<void> {
  await write(async (tx) => {
    const now = new Date()
    await withdraw({ tx, now }, { sessionId: id })
    const gone = await tx.session.delete({ where: { id } }).catch((error: unknown) => {
      throw isMissing(error) ? sessionNotFound(id) : error
    })
    await tx.lease.deleteMany({ where: { name: leaseOf(id) } })
    // Searches for what made its agent say something.
    await tx.job.deleteMany({ where: { sessionId: id } })
    if (gone.title === null) return
    const name = { id, name: gone.title, firstAt: gone.createdAt, lastAt: now }
    await tx.actor.upsert({ where: { id }, create: name, update: { name: gone.title } })
  })
  tell([
    { topic: `session:${id}`, sequence: 0 },
    { topic: 'sessions', sequence: Date.now() },
  ])
}
