'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import type { ActionResult } from '@/components/commands/action-result'
import { changeHooks, planHooks } from '@/lib/connect/claude-code-hooks'
import { inWords } from './in-words'
import { shownLocation } from './read-folders'

const act = z.enum(['add', 'remove'])

/** What becomes of Claude Code's settings, as a person sees it before it is done. */
export interface ShownHooksPlan {
  file: string
  fragment: string
  before: string | null
  /** it is so already */
  isDone: boolean
}

export async function planHooksAction(
  what: z.input<typeof act>,
): Promise<ActionResult<ShownHooksPlan>> {
  const wanted = act.parse(what)
  return inWords(async () => {
    const { file, fragment, before, text } = await planHooks(wanted)
    return { file: shownLocation(file), fragment, before, isDone: text === null }
  })
}

const change = z.object({ act, before: z.string().nullable() })

/** Does what was shown, if the file still holds what it held then. */
export async function changeHooksAction(
  input: z.input<typeof change>,
): Promise<ActionResult<null>> {
  const { act: wanted, before } = change.parse(input)
  return inWords(async () => {
    await changeHooks(wanted, { before })
    revalidatePath('/connections')
    return null
  })
}
