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
import { getStore } from '@/lib/store/get-store'
import { cloneStore } from '@/lib/transfer/clone-store'
import { mountNames } from '@/lib/text/mount-name'
import { titleOf } from '@/lib/text/title-of'
import { database } from '@/lib/db/open-database'
import { attemptInSession } from './attempt-in-session'
import type { ActionResult } from '@/components/commands/action-result'
import { PERSON } from '@/components/commands/attempt'

const attachment = z.object({
  storeId: z.string(),
  access: z.enum(['read_write', 'read_only']),
  instructions: z.string(),
})

const opened = z.object({
  title: z.string(),
  /** checked by the one schema of settings, which says in words what is wrong */
  settings: z.unknown(),
  /** one session for each of these lists; several are compared */
  sides: z.array(z.array(attachment)).min(1).max(2),
  firstMessage: z.string(),
})

/** Opens a session, or two of the same with other stores; answers their ids. */
export async function createSessionAction(
  input: z.input<typeof opened> & { settings: SessionSettingsInput },
): Promise<ActionResult<string[]>> {
  const { title, sides, firstMessage, ...unchecked } = opened.parse(input)
  return attemptInSession(async () => {
    const settings = checkedSettings(unchecked.settings)
    const ids: string[] = []
    for (const stores of sides) {
      const name = title.trim() === '' ? titleOf(firstMessage) : title
      const opening = { title: name, settings, stores, openedBy: PERSON.actor }
      ids.push((await createSession(database(), opening)).id)
    }
    if (firstMessage.trim() !== '') {
      const message = { type: 'user.message' as const, texts: [firstMessage] }
      for (const id of ids) await sendEvents(database(), id, [message])
    }
    revalidatePath('/sessions')
    return ids
  })
}

const update = z.object({
  sessionId: z.string(),
  title: z.string().optional(),
  /** as above */
  settings: z.unknown(),
})

/** Changes a session's title or settings. */
export async function updateSessionAction(
  input: z.input<typeof update> & { settings?: Partial<SessionSettingsInput> },
): Promise<ActionResult> {
  const { settings, ...parsed } = update.parse(input)
  const outcome = await attemptInSession(async () => {
    const changed = settings === undefined ? undefined : checkedChange(settings)
    await updateSession(database(), { ...parsed, settings: changed, mayLoosen: true })
    return null
  })
  // Also where it was refused: what the page showed is then old.
  revalidatePath(`/sessions/${parsed.sessionId}`)
  revalidatePath(`/sessions/${parsed.sessionId}/context`)
  return outcome
}

/** Ends a session for good. */
export async function archiveSessionAction(sessionId: string): Promise<ActionResult> {
  const id = z.string().parse(sessionId)
  const outcome = await attemptInSession(async () => {
    await archiveSession(database(), id)
    return null
  })
  revalidatePath(`/sessions/${id}`)
  return outcome
}

/** Deletes a session; what it wrote stays. */
export async function deleteSessionAction(sessionId: string): Promise<ActionResult> {
  const id = z.string().parse(sessionId)
  const outcome = await attemptInSession(async () => {
    await deleteSession(database(), id)
    return null
  })
  if (!outcome.isDone) return outcome
  revalidatePath('/sessions')
  redirect('/sessions')
}

const cloned = z.object({ storeId: z.string(), name: z.string(), withHistory: z.boolean() })

/** Copies a store, so that a session may do with it what it likes; answers the copy's id. */
export async function cloneStoreAction(
  input: z.input<typeof cloned>,
): Promise<ActionResult<string>> {
  const wanted = cloned.parse(input)
  return attemptInSession(async () => {
    const copy = await cloneStore(database(), { ...wanted, cause: PERSON })
    revalidatePath('/')
    return copy.id
  })
}

const previewed = z.object({
  toolSet: z.enum(TOOL_SETS),
  keepTidy: z.boolean(),
  onlyTopic: z.string(),
  stores: z.array(attachment),
})

/** The part of the system prompt about memory, as it would be generated. */
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
