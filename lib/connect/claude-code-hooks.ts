import { randomBytes } from 'node:crypto'
import { realpath, rename, unlink } from 'node:fs/promises'
import path from 'node:path'
import { settings } from '@/lib/settings'
import { decodeUtf8, isUtf8Text, utf8Bytes } from '@/lib/text/content'
import { isInReach } from '@/lib/transfer/disk-reach'
import { ConnectError } from './connect-error'
import { hashOf } from './core/hash-of'
import { besideFiles, bytesOf, isOfDisk, writeFileSafely } from './core/write-file'
import { SettingsFormError, withHooks, withoutHooks } from './hooks-in-settings'
import { watchReach } from './watch-reach'

/** The change of our hooks in Claude Code's settings, before it is made. */
export interface HooksPlan {
  /** the settings file, absolute, links resolved */
  file: string
  /** what is written into it, or taken out; JSON */
  fragment: string
  /** hash of what the file holds now; null: there is none yet */
  before: string | null
  /** what it is to hold; null: there is to be none */
  text: string | null
  /** it is so already */
  isDone: boolean
  /** addresses of other servers, which are told no more */
  replaced: readonly string[]
}

/**
 * The change to make to our hooks; `server`: the address under which Claude Code reaches this one.
 */
export type HooksAct = { act: 'add'; server: string } | { act: 'remove' }

/** The state of our hooks in Claude Code's settings, as far as it is known. */
export type HooksState = 'none' | 'installed' | 'unknown form' | 'out of reach'

/**
 * Plans adding our hooks to Claude Code's settings, or removing them, and writes nothing. The hooks
 * start no program for a call, and with the server down the agent simply goes on. Throws
 * `ConnectError` (`folder_not_allowed`, `settings_unreadable`).
 */
export async function planHooks(wanted: HooksAct): Promise<HooksPlan> {
  const { file, text } = await readSettings()
  const before = text === null ? null : hashOf(text)
  try {
    const changed = wanted.act === 'add' ? withHooks(text, wanted.server) : withoutHooks(text)
    return { file, before, replaced: [], ...changed, isDone: changed.text === text }
  } catch (error) {
    if (!(error instanceof SettingsFormError)) throw error
    throw new ConnectError({ kind: 'settings_unreadable', path: file })
  }
}

/**
 * Returns whether the hooks are there and send to this server. Its errors never hold what the file
 * says.
 */
export async function hooksState(server: string): Promise<HooksState> {
  try {
    return (await planHooks({ act: 'add', server })).isDone ? 'installed' : 'none'
  } catch (error) {
    if (!(error instanceof ConnectError)) throw error
    return error.problem.kind === 'settings_unreadable' ? 'unknown form' : 'out of reach'
  }
}

/**
 * Does what a plan says, if the file still holds what it held (`before`); a program that reads it
 * meanwhile finds it whole. Throws `ConnectError` (`settings_changed`, `settings_not_writable`, and
 * what `planHooks` does).
 */
export async function changeHooks(
  wanted: HooksAct,
  { before }: Pick<HooksPlan, 'before'>,
): Promise<void> {
  const plan = await planHooks(wanted)
  const { file, text } = plan
  if (plan.isDone) return
  if (plan.before !== before) throw new ConnectError({ kind: 'settings_changed', path: file })
  const token = randomBytes(9).toString('hex')
  const written = await writeFileSafely({
    root: path.dirname(file),
    memoryPath: `/${path.basename(file)}`,
    base: before,
    wanted: text === null ? null : utf8Bytes(text),
    token,
    atStep: async () => {},
  })
  const { fresh, backup } = besideFiles(file, token)
  // Somebody wrote it between the steps: theirs goes back.
  if (written.kind === 'raced') await rename(backup, file)
  await unlink(fresh).catch(() => undefined)
  await unlink(backup).catch(() => undefined)
  if (written.kind === 'written') return
  const kind = written.kind === 'failed' ? 'settings_not_writable' : 'settings_changed'
  throw new ConnectError({ kind, path: file })
}

async function readSettings(): Promise<{ file: string; text: string | null }> {
  const named = path.join(settings().agentHomes.claudeCode, 'settings.json')
  const folder = await realpath(path.dirname(named)).catch(() => path.dirname(named))
  const file = await realpath(named).catch(() => path.join(folder, 'settings.json'))
  if (!isInReach(file, await watchReach())) {
    throw new ConnectError({
      kind: 'folder_not_allowed',
      path: file,
      allowed: settings().watchRoots,
    })
  }
  const bytes = await bytesOf(file).catch((error: unknown) => {
    if (!isOfDisk(error)) throw error
    throw new ConnectError({ kind: 'settings_unreadable', path: file })
  })
  if (bytes && !isUtf8Text(bytes))
    throw new ConnectError({ kind: 'settings_unreadable', path: file })
  return { file, text: bytes && decodeUtf8(bytes) }
}
