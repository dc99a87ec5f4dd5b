import { causeOf, log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'

/** Functions that are called when the process is asked to shut down. */

interface Shutdown {
  isBegun: boolean
  listeners: Set<() => void | Promise<void>>
}

const shutdown = perProcess<Shutdown>('shutdown', () => ({ isBegun: false, listeners: new Set() }))

/**
 * Calls the listener when the process is asked to shut down, immediately if it already was; returns
 * the function that unsubscribes it.
 */
export function onShutdown(listener: () => void | Promise<void>): () => void {
  if (shutdown.isBegun) void tell(listener)
  else shutdown.listeners.add(listener)
  return () => shutdown.listeners.delete(listener)
}

/** Calls every listener, once; resolves when they are done. */
export async function beginShutdown(): Promise<void> {
  if (shutdown.isBegun) return
  shutdown.isBegun = true
  await Promise.all([...shutdown.listeners].map(tell))
}

/** A failing listener does not stop the shutdown. */
async function tell(listener: () => void | Promise<void>): Promise<void> {
  try {
    await listener()
  } catch (error) {
    log.error('a listener of the shutdown failed', causeOf(error))
  }
}
