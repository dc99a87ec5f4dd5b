import type { Instrumentation } from 'next'

/** Runs once when the server starts, before it answers any request. */
export async function register(): Promise<void> {
  // Code that needs Node is in a separate file, so that the edge bundle of this one stays clean.
  if (process.env.NEXT_RUNTIME === 'nodejs') await (await import('./instrumentation-node')).boot()
}

/** Runs when a page fails, before its answer begins. */
export const onRequestError: Instrumentation.onRequestError = async (error, request) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { noteFailedPage } = await import('@/lib/api/failed-pages')
  noteFailedPage(error, request.headers)
}
