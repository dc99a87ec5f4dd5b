import type { Instrumentation } from 'next'

/** Runs once when the server starts, before it answers any request. */
export async function register(): Promise<void> {
  // What needs Node is a file of its own, so that the edge bundle of this one stays clean.
  if (process.env.NEXT_RUNTIME === 'nodejs') await (await import('./instrumentation-node')).boot()
}

/** What a page throws comes by here before its answer begins. */
export const onRequestError: Instrumentation.onRequestError = async (error) => {
  if (process.env.NEXT_RUNTIME === 'nodejs') (await import('./app/fault-status')).answerFault(error)
}
