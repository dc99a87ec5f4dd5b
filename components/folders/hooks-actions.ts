'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import type { ActionResult } from '@/components/commands/action-result'
import { addressOfServer } from '@/components/welcome/server-address'
import { changeHooks, type HooksAct, planHooks } from '@/lib/connect/claude-code-hooks'
import { inWords } from './in-words'
import { displayedFolder } from './read-folders'

const act = z.enum(['add', 'remove'])

/** The planned change of Claude Code's settings, shown before it is made. */
export interface ShownHooksPlan {
  file: string
  fragment: string
  before: string | null
  /** it is so already */
  isDone: boolean
  /** the file holds nothing else, and goes */
  isFileGone: boolean
  /** addresses of other servers, to which the hooks report no more */
  replaced: readonly string[]
}

async function hooksAct(what: z.output<typeof act>): Promise<HooksAct> {
  return what === 'add' ? { act: what, server: await addressOfServer() } : { act: what }
}

export async function planHooksAction(
  what: z.input<typeof act>,
): Promise<ActionResult<ShownHooksPlan>> {
  const wanted = act.parse(what)
  return inWords(async () => {
    const { file, text, ...plan } = await planHooks(await hooksAct(wanted))
    return { ...plan, file: displayedFolder(file), isFileGone: text === null }
  })
}

const change = z.object({ act, before: z.string().nullable() })

/** Does what was shown, if the file still holds what it held then. */
export async function changeHooksAction(
  input: z.input<typeof change>,
): Promise<ActionResult<null>> {
  const { act: wanted, before } = change.parse(input)
  return inWords(async () => {
    await changeHooks(await hooksAct(wanted), { before })
    revalidatePath('/connections')
    return null
  })
}
