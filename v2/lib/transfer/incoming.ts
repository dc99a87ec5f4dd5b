import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { settings } from '@/lib/settings'

const folder = () => path.join(settings().dataDir, 'incoming')

/** Where what comes in lies while it is read: it belongs to the process, and goes with it. */
export async function incomingFolder(): Promise<string> {
  await mkdir(folder(), { recursive: true, mode: 0o700 })
  return folder()
}

/** Removes what a process left that was killed while it read. */
export async function clearIncoming(): Promise<void> {
  await rm(folder(), { recursive: true, force: true })
}
