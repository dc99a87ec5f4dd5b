'use server'

import { z } from 'zod'
import { act, create, shown, Stale } from '@/components/act/act'
import { Refusal } from '@/lib/refusal'
import {
  archiveSession,
  continueSession,
  deleteSession,
  updateSession,
} from '@/lib/sessions/change-session'
import { textBlocks } from '@/lib/sessions/event'
import { openSession, sendEvents } from '@/lib/sessions/send'
import type { Session } from '@/lib/sessions/sessions'
import type { SettingsInput, SettingsPatch } from '@/lib/sessions/settings'
import { valueAt, withValues } from './dotted'

const sessionId = z.string()
/** What may be set is what `lib/sessions/settings` takes; it refuses the rest with words. */
const settings = z.record(z.string(), z.unknown())

/** Opens a session and says the first words; answers its id. */
export const start = create(
  z.object({
    text: z.string(),
    title: z.string().nullable(),
    settings,
    stores: z.array(
      z.object({ storeId: z.string(), isReadOnly: z.boolean(), instructions: z.string() }),
    ),
    /** of a store to be made for it, where there is none */
    newStore: z.string().nullable(),
  }),
  async ({ text, ...input }, by) => {
    const first = text.trim() === '' ? [] : [messageOf(text)]
    const asked = { ...input, settings: input.settings as SettingsInput }
    return (await openSession(asked, first, by)).id
  },
)

const messageOf = (text: string) => ({ type: 'user.message' as const, content: textBlocks(text) })

/** Says something; the stream shows it where it stands by then. */
export const send = create(z.object({ sessionId, text: z.string() }), async (input, by) => {
  await sendEvents(input.sessionId, [messageOf(input.text)], by)
  return null
})

/** Stops what the agent does. */
export const stop = act(shown({ sessionId }, {}), async (input, by) => {
  await sendEvents(input.sessionId, [{ type: 'user.interrupt' }], by)
  return null
})

/** Asks for a summary in place of what the model still sees. */
export const summarise = create(
  z.object({ sessionId, instructions: z.string() }),
  async (input, by) =>
    void (await sendEvents(
      input.sessionId,
      [{ type: 'user.compaction', instructions: input.instructions }],
      by,
    )),
)

/** Goes on after a fault, a stop or a cut. */
export const goOn = act(shown({ sessionId }, {}), async (input) => {
  await continueSession(input.sessionId)
  return null
})

/** Calls a session otherwise, as long as it is called what was shown. */
export const rename = act(
  shown({ was: z.string().nullable() }, { sessionId, title: z.string() }),
  async (input) => {
    const unlessStale = ({ title }: Session) => {
      if (title !== input.was) throw new Stale(changed(), title)
    }
    const patch = { title: input.title }
    return (await updateSession(input.sessionId, patch, { mayLoosen: true, unlessStale })).title
  },
)

/** Changes some settings, as long as those are what was shown; answers both. */
export const change = act(
  shown({ was: settings }, { sessionId, now: settings }),
  async (input) => {
    const unlessStale = ({ settings: stored }: Session) => {
      const isShown = Object.entries(input.was).every(
        ([name, value]) => JSON.stringify(valueAt(stored, name)) === JSON.stringify(value ?? null),
      )
      if (!isShown) throw changed()
    }
    const patch = { settings: withValues<SettingsPatch>({}, input.now) }
    // Whoever sees the page is a person.
    await updateSession(input.sessionId, patch, { mayLoosen: true, unlessStale })
    return { was: input.was, now: input.now }
  },
  ({ sessionId: id }) => `/sessions/${id}/settings`,
)

const changed = () =>
  new Refusal('session_changed', 'Somebody changed this session meanwhile; nothing was saved.')

/** Ends a session for good: it can only be read. */
export const archive = act(
  shown({ sessionId }, {}),
  async (input) => void (await archiveSession(input.sessionId)),
  () => '/sessions',
)

/** Deletes a session; what it wrote stays. */
export const remove = act(
  shown({ sessionId }, {}),
  (input) => deleteSession(input.sessionId),
  () => '/sessions',
)
