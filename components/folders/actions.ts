'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import type { ActionResult } from '@/components/commands/action-result'
import { PERSON } from '@/components/commands/attempt'
import { lookForConnections } from '@/lib/connect/background/work-connections'
import {
  pauseConnection,
  removeConnection,
  ACCEPTED,
  resumeConnection,
  setDirection,
  setGate,
} from '@/lib/connect/change-connection'
import { resolveConflict } from '@/lib/connect/conflict'
import { PRESETS } from '@/lib/connect/model/connection'
import { connectFolder } from '@/lib/connect/connect-folder'
import { MAX_ID, MAX_PATH, shortText } from '@/lib/connect/short-text'
import { database } from '@/lib/db/open-database'
import { inWords } from './in-words'

const direction = z.enum(['read', 'two_way'])
const id = shortText(MAX_ID)

const storeName = z.string().trim().min(1).max(255)

const wanted = z.object({
  folders: z
    .array(
      z.object({
        location: shortText(MAX_PATH).min(1),
        preset: z.enum(PRESETS),
        store: z.union([z.object({ name: storeName }), z.object({ namedAfter: storeName })]),
      }),
    )
    .min(1)
    .max(200),
  direction,
})

/**
 * Connects folders with a new store each; returns the stores' ids. Stops at the first refusal, which
 * is returned in words.
 */
export async function connectFoldersAction(
  input: z.input<typeof wanted>,
): Promise<ActionResult<string[]>> {
  const parsed = wanted.parse(input)
  return changed(async () => {
    const storeIds: string[] = []
    for (const { location, preset, store } of parsed.folders) {
      const { storeId } = await connectFolder(database(), {
        location: location.trim(),
        preset,
        direction: parsed.direction,
        store,
        cause: PERSON,
      })
      storeIds.push(storeId)
    }
    return storeIds
  })
}

export async function pauseFolderAction(connectionId: string): Promise<ActionResult<unknown>> {
  return changed(() => pauseConnection(database(), id.parse(connectionId)))
}

const resumed = z.object({ connectionId: id, accepts: z.nullable(z.enum(ACCEPTED)) })

/** Resumes watching a folder; see `resumeConnection`. */
export async function resumeFolderAction(
  input: z.input<typeof resumed>,
): Promise<ActionResult<unknown>> {
  return changed(() => resumeConnection(database(), resumed.parse(input)))
}

const turned = z.object({ connectionId: id, direction })

export async function turnFolderAction(
  input: z.input<typeof turned>,
): Promise<ActionResult<unknown>> {
  return changed(() => setDirection(database(), turned.parse(input)))
}

const gated = z.object({ connectionId: id, isOn: z.boolean() })

/** Sets whether the store's policy is asked before an agent writes in the folder; see `setGate`. */
export async function gateFolderAction(
  input: z.input<typeof gated>,
): Promise<ActionResult<unknown>> {
  return changed(() => setGate(database(), gated.parse(input)))
}

export async function removeFolderAction(connectionId: string): Promise<ActionResult<unknown>> {
  return changed(() => removeConnection(database(), id.parse(connectionId)))
}

const conflict = z.object({ storeId: id, versionId: id })

/** A person leaves it at what the folder holds; see `resolveConflict`. */
export async function resolveConflictAction(
  input: z.input<typeof conflict>,
): Promise<ActionResult<unknown>> {
  return changed(async () => {
    await resolveConflict(database(), conflict.parse(input))
  })
}

/**
 * Runs a change of connections and returns its refusal in words; the folders are looked at right
 * after it.
 */
async function changed<Value>(work: () => Promise<Value>): Promise<ActionResult<Value>> {
  try {
    return await inWords(work)
  } finally {
    lookForConnections()
    revalidatePath('/connections')
  }
}
