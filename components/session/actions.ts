'use server'

import { revalidatePath } from 'next/cache'
import { redirect } from 'next/navigation'
import { z } from 'zod'
import { archiveSession, deleteSession, updateSession } from '@/lib/agent/change-session'
import { createSession } from '@/lib/agent/create-session'
import { type Opening, sessionOpening } from '@/lib/agent/opening'
import { sendMessages } from '@/lib/agent/send-messages'
import {
  checkedChange,
  checkedSettings,
  type SessionSettingsInput,
  TOOL_SETS,
} from '@/lib/agent/session-settings'
import { texts } from '@/components/i18n/server-texts'
import { type ResetChoices, resetChoices } from '@/lib/store/branches/reset-store'
import { createStore } from '@/lib/store/stores/change-stores'
import { getStore } from '@/lib/store/stores/read-stores'
import { mountNames } from '@/lib/text/mount-name'
import { titleOf } from '@/lib/text/title-of'
import { database } from '@/lib/db/open-database'
import { sessionCommand } from './session-command'
import { PERSON } from '@/components/commands/attempt'

const sessionPages = () => '/sessions'

const attachment = z.object({
  /** null: the store for practice, which is made with the session */
  storeId: z.string().nullable(),
  access: z.enum(['read_write', 'read_only']),
  instructions: z.string(),
  /** left out: the store is as it is */
  resetTo: z.union([z.literal('seed'), z.object({ moment: z.string() })]).optional(),
})

const opened = z.object({
  title: z.string(),
  /** unchecked here: the one schema of settings checks it, and says in words what is wrong */
  settings: z.custom<SessionSettingsInput>(),
  /** one session for each of these lists; several are compared */
  sides: z.array(z.array(attachment)).min(1).max(2),
  firstMessage: z.string(),
  /** the name of the branches that it is tried on; null: it writes to its stores */
  branch: z.string().trim().min(1).nullable(),
})

/** Opens a session, or two that differ only in their stores; answers their ids. */
export const createSessionAction = sessionCommand(
  opened,
  async ({ title, settings, sides, firstMessage, branch }) => {
    const checked = checkedSettings(settings)
    const ids: string[] = []
    for (const side of sides) {
      const name = title.trim() === '' ? titleOf(firstMessage) : title
      const stores = await Promise.all(
        side.map(async (each) => ({
          ...each,
          storeId: each.storeId ?? (await practiceStore()),
          onBranch: branch ?? undefined,
        })),
      )
      const opening = { title: name, settings: checked, stores, openedBy: PERSON.actor }
      ids.push((await createSession(database(), opening)).id)
    }
    if (firstMessage.trim() !== '') {
      for (const id of ids) await sendMessages(database(), id, [[firstMessage]])
    }
    return ids
  },
  sessionPages,
)

async function practiceStore(): Promise<string> {
  const t = await texts()
  return (await createStore(database(), { name: t('Welcome.practiceStore') })).id
}

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

/** Returns what a store can be reset to before a session. */
export async function resetChoicesAction(storeId: string): Promise<ResetChoices> {
  return resetChoices(database(), z.string().parse(storeId))
}

const previewed = z.object({
  toolSet: z.enum(TOOL_SETS),
  keepTidy: z.boolean(),
  onlyTopic: z.string(),
  listing: z.boolean(),
  stores: z.array(attachment),
})

/** Returns what the agent of such a session would be told first. */
export async function previewOpeningAction(input: z.input<typeof previewed>): Promise<Opening> {
  const { stores, listing, ...switches } = previewed.parse(input)
  const t = await texts()
  const found = await Promise.all(
    stores.map(async ({ storeId }) =>
      storeId === null
        ? { name: t('Welcome.practiceStore'), description: '' }
        : getStore(database(), storeId),
    ),
  )
  const mounts = mountNames(found.map(({ name }) => name))
  const context = { reminders: { listing } }
  return sessionOpening(database(), {
    settings: checkedSettings({ model: 'any', ...switches, context }),
    stores: stores.map((store, index) => ({
      ...store,
      name: found[index]?.name ?? '',
      description: found[index]?.description ?? '',
      mountName: mounts[index] ?? '',
    })),
  })
}
