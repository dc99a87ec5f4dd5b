import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { Refusal } from '@/lib/refusal'
import { serverAddress } from '@/lib/server-file'
import { settings } from '@/lib/settings'
import { decodeUtf8, isUtf8Text, sha256Hex, utf8Bytes } from '@/lib/text/content'
import { diskAt, type DiskPort } from './disk'
import { SettingsFormError, withHooks, withoutHooks } from './hooks-in-settings'
import { placeOf } from './real-path'
import { writeSafely } from './safe-file'

/** Our hooks in Claude Code's settings: shown before they are added, and taken out to the byte. */

export interface HooksPlan {
  /** absolute, links resolved */
  file: string
  /** what is written into it, or taken out; JSON */
  fragment: string
  /** hash of what the file holds now; null: there is none yet */
  before: string | null
  /** it is so already */
  isDone: boolean
  /** addresses of other servers of ours, which are told no more */
  replaced: string[]
}

interface Planned extends HooksPlan {
  text: string | null
  disk: DiskPort
}

/** What adding our hooks, or taking them out, comes to. Refuses `folder_not_allowed`, `settings_unreadable`. */
export async function planHooks(act: 'add' | 'remove'): Promise<HooksPlan> {
  const { text: _, disk: __, ...plan } = await planned(act)
  return plan
}

/**
 * Does what a plan says, if the file still holds what it held (`before`). Refuses as `planHooks`, and
 * `settings_changed`.
 */
export async function changeHooks(act: 'add' | 'remove', before: string | null): Promise<void> {
  const plan = await planned(act)
  if (plan.isDone) return
  const { file, text, disk } = plan
  const name = `/${path.basename(file)}`
  const wanted = text === null ? null : utf8Bytes(text)
  const written =
    plan.before === before
      ? await writeSafely(disk, name, { name, expected: before, wanted })
      : null
  if (written?.kind === 'written') {
    if (written.kept !== null) await disk.unlink(written.kept)
    return
  }
  // Somebody wrote it between the steps: theirs goes back.
  if (written?.kind === 'raced') await disk.rename(written.kept, name)
  const words = `${file} was changed meanwhile, or cannot be written. Nothing was done.`
  throw new Refusal('settings_changed', words, { path: file })
}

async function planned(act: 'add' | 'remove'): Promise<Planned> {
  const named = path.join(settings().claudeCode, 'settings.json')
  const real = await realpath(named).catch(() => named)
  const folder = await placeOf(path.dirname(real))
  if (!folder?.allowed) {
    const roots = settings().watchRoots.join(', ')
    const words = `${real} is outside of the folders that may be written: ${roots}. WATCH_ROOTS names others.`
    throw new Refusal('folder_not_allowed', words, { path: real, roots, setting: 'WATCH_ROOTS' })
  }
  const disk = diskAt(folder.allowed)
  const file = path.join(folder.place, path.basename(real))
  const text = await textOf(disk, file)
  const before = text === null ? null : sha256Hex(text)
  try {
    const changed = act === 'add' ? withHooks(text, serverAddress()) : withoutHooks(text)
    return { file, before, replaced: [], ...changed, isDone: changed.text === text, disk }
  } catch (error) {
    if (error instanceof SettingsFormError) throw unreadable(file)
    throw error
  }
}

const MAX_BYTES = 4 * 1024 * 1024

async function textOf(disk: DiskPort, file: string): Promise<string | null> {
  const name = `/${path.basename(file)}`
  const read = await disk.read(name, MAX_BYTES)
  if (read.kind === 'moving' && !(await disk.lstat(name))) return null
  if (read.kind !== 'bytes' || !isUtf8Text(read.bytes)) throw unreadable(file)
  return decodeUtf8(read.bytes)
}

const unreadable = (file: string) =>
  new Refusal(
    'settings_unreadable',
    `${file} is no JSON, or has hooks of a form that is not known. It was left alone.`,
    { path: file },
  )
