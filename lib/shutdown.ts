import { causeOf, log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'

/** What is to be told when the process has been asked to end. */

interface Shutdown {
  isBegun: boolean
  listeners: Set<() => void | Promise<void>>
}

const shutdown = perProcess<Shutdown>('shutdown', () => ({ isBegun: false, listeners: new Set() }))

/** Calls the listener when the process is asked to end, at once if it was already; returns the function that takes it back. */
export function onShutdown(listener: () => void | Promise<void>): () => void {
  if (shutdown.isBegun) void tell(listener)
  else shutdown.listeners.add(listener)
  return () => shutdown.listeners.delete(listener)
}

/** Tells everybody, once; resolves when they are done. */
export async function beginShutdown(): Promise<void> {
  if (shutdown.isBegun) return
  shutdown.isBegun = true
  await Promise.all([...shutdown.listeners].map(tell))
}

/** A listener that fails keeps nobody from ending. */
async function tell(listener: () => void | Promise<void>): Promise<void> {
  try {
    await listener()
  } catch (error) {
    log.error('a listener of the shutdown failed', causeOf(error))
  }
}
