'use server'

import { revalidatePath } from 'next/cache'
import { redirect } from 'next/navigation'
import { z } from 'zod'
import { archiveSession, deleteSession, updateSession } from '@/lib/agent/change-session'
import { createSession } from '@/lib/agent/create-session'
import { sendEvents } from '@/lib/agent/send-events'
import {
  checkedChange,
  checkedSettings,
  type SessionSettingsInput,
  TOOL_SETS,
} from '@/lib/agent/session-settings'
import { memoryPrompt } from '@/lib/agent/system-prompt'
import { getStore } from '@/lib/store/stores/read-stores'
import { cloneStore } from '@/lib/transfer/clone-store'
import { mountNames } from '@/lib/text/mount-name'
import { titleOf } from '@/lib/text/title-of'
import { database } from '@/lib/db/open-database'
import { sessionCommand } from './session-command'
import { PERSON } from '@/components/commands/attempt'

const sessionPages = () => '/sessions'
const storesPage = () => '/stores'

const attachment = z.object({
  storeId: z.string(),
  access: z.enum(['read_write', 'read_only']),
  instructions: z.string(),
})

const opened = z.object({
  title: z.string(),
  /** unchecked here: the one schema of settings checks it, and says in words what is wrong */
  settings: z.custom<SessionSettingsInput>(),
  /** one session for each of these lists; several are compared */
  sides: z.array(z.array(attachment)).min(1).max(2),
  firstMessage: z.string(),
})

/** Opens a session, or two that differ only in their stores; answers their ids. */
export const createSessionAction = sessionCommand(
  opened,
  async ({ title, settings, sides, firstMessage }) => {
    const checked = checkedSettings(settings)
    const ids: string[] = []
    for (const stores of sides) {
      const name = title.trim() === '' ? titleOf(firstMessage) : title
      const opening = { title: name, settings: checked, stores, openedBy: PERSON.actor }
      ids.push((await createSession(database(), opening)).id)
    }
    if (firstMessage.trim() !== '') {
      const message = { type: 'user.message' as const, texts: [firstMessage] }
      for (const id of ids) await sendEvents(database(), id, [message])
    }
    return ids
  },
  sessionPages,
)

const update = z.object({
  sessionId: z.string(),
  title: z.string().optional(),
  /** as above */
  settings: z.custom<Partial<SessionSettingsInput>>().optional(),
})

/** Changes a session's title or settings. */
export const updateSessionAction = sessionCommand(
  update,
  async (wanted) => {
    const settings = wanted.settings === undefined ? undefined : checkedChange(wanted.settings)
    await updateSession(database(), { ...wanted, settings, mayLoosen: true })
    return null
  },
  sessionPages,
)

const id = z.string()

/** Archives a session for good. */
export const archiveSessionAction = sessionCommand(
  id,
  async (sessionId) => {
    await archiveSession(database(), sessionId)
    return null
  },
  sessionPages,
)

/** Deletes a session; what it wrote stays. */
export const deleteSessionAction = sessionCommand(id, async (sessionId) => {
  await deleteSession(database(), sessionId)
  revalidatePath('/sessions')
  return redirect('/sessions')
})

const cloned = z.object({ storeId: z.string(), name: z.string(), withHistory: z.boolean() })

/** Clones a store, so that a session may change it freely; answers the clone's id. */
export const cloneStoreAction = sessionCommand(
  cloned,
  async (wanted) => {
    const copy = await cloneStore(database(), { ...wanted, cause: PERSON })
    return copy.id
  },
  storesPage,
)

const previewed = z.object({
  toolSet: z.enum(TOOL_SETS),
  keepTidy: z.boolean(),
  onlyTopic: z.string(),
  stores: z.array(attachment),
})

/** The generated part of the system prompt about memory. */
export async function previewPromptAction(input: z.input<typeof previewed>): Promise<string> {
  const { stores, ...switches } = previewed.parse(input)
  const found = await Promise.all(stores.map(({ storeId }) => getStore(database(), storeId)))
  const mounts = mountNames(found.map(({ name }) => name))
  return memoryPrompt(
    checkedSettings({ model: 'any', ...switches }),
    stores.map((store, index) => ({
      ...store,
      name: found[index]?.name ?? '',
      description: found[index]?.description ?? '',
      mountName: mounts[index] ?? '',
    })),
  )
}
