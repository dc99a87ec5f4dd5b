'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import type { ActionResult } from '@/components/commands/action-result'
import { attempt, PERSON } from '@/components/commands/attempt'
import { texts } from '@/components/i18n/server-texts'
import { lookForConnections } from '@/lib/connect/background/work-connections'
import {
  pauseConnection,
  removeConnection,
  resumeConnection,
  setDirection,
  setGate,
} from '@/lib/connect/change-connection'
import { ConnectError, type ConnectProblem } from '@/lib/connect/connect-error'
import { connectFolder } from '@/lib/connect/connect-folder'
import { database } from '@/lib/db/open-database'
import { plainName } from '@/lib/text/plain-text'
import { SourceError } from '@/lib/transfer/source'

const direction = z.enum(['read', 'two_way'])

const wanted = z.object({
  folders: z
    .array(
      z.object({
        location: z.string().min(1).max(4096),
        preset: z.enum(['claude_code', 'folder']),
        storeName: z.string().trim().min(1).max(255),
      }),
    )
    .min(1)
    .max(200),
  direction,
})

/** Connects folders with a new store each; stops at the first refusal, which is returned in words. */
export async function connectFoldersAction(
  input: z.input<typeof wanted>,
): Promise<ActionResult<null>> {
  const parsed = wanted.parse(input)
  return inWords(async () => {
    for (const { location, preset, storeName } of parsed.folders) {
      await connectFolder(database(), {
        location: location.trim(),
        preset,
        direction: parsed.direction,
        store: { name: storeName },
        cause: PERSON,
      })
    }
  })
}

export async function pauseFolderAction(id: string): Promise<ActionResult<null>> {
  return inWords(() => pauseConnection(database(), z.string().parse(id)))
}

const resumed = z.object({ connectionId: z.string(), acceptsDeletions: z.boolean() })

/** Has a folder be watched again; see `resumeConnection`. */
export async function resumeFolderAction(
  input: z.input<typeof resumed>,
): Promise<ActionResult<null>> {
  return inWords(() => resumeConnection(database(), resumed.parse(input)))
}

const turned = z.object({ connectionId: z.string(), direction })

export async function turnFolderAction(input: z.input<typeof turned>): Promise<ActionResult<null>> {
  return inWords(() => setDirection(database(), turned.parse(input)))
}

const gated = z.object({ connectionId: z.string(), isOn: z.boolean() })

/** Whether the store's policy is asked before an agent writes in the folder; see `setGate`. */
export async function gateFolderAction(input: z.input<typeof gated>): Promise<ActionResult<null>> {
  return inWords(() => setGate(database(), gated.parse(input)))
}

export async function removeFolderAction(id: string): Promise<ActionResult<null>> {
  return inWords(() => removeConnection(database(), z.string().parse(id)))
}

async function inWords(work: () => Promise<void>): Promise<ActionResult<null>> {
  const t = await texts()
  try {
    return await attempt(async () => {
      await work()
      return null
    })
  } catch (error) {
    if (error instanceof ConnectError) return { isDone: false, why: wordsOf(t, error.problem) }
    if (error instanceof SourceError) return { isDone: false, why: t('Folders.nothing_there') }
    throw error
  } finally {
    lookForConnections()
    revalidatePath('/connections')
  }
}

function wordsOf(t: Awaited<ReturnType<typeof texts>>, problem: ConnectProblem): string {
  switch (problem.kind) {
    case 'folder_not_allowed':
      return t('Folders.folder_out_of_reach', {
        path: plainName(problem.path),
        allowed: problem.allowed.map(plainName).join(', ') || 'none',
      })
    case 'folder_connected':
      return t('Folders.folder_connected', { path: plainName(problem.path) })
    case 'not_a_folder':
      return t('Folders.not_a_folder', { path: plainName(problem.path) })
    case 'store_connected':
      return t('Folders.store_connected')
    case 'connection_not_found':
      return t('Folders.connection_not_found')
  }
}
