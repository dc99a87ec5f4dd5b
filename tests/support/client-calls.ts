import type { WritingClient } from '@/lib/db/models'

/** A listener to the calls of the client. */
export type ClientCall = (call: string, args: unknown) => void

type Methods = Record<string, Record<string, (args: unknown) => Promise<unknown>>>

/**
 * Wraps a transaction's client so that it reports each call before making it (`job.updateMany`),
 * for tests that make one fail.
 */
export function overheard(prisma: WritingClient, onCall: ClientCall): WritingClient {
  const client = prisma as unknown as Methods
  const methods = (model: string) =>
    new Proxy(client[model] ?? {}, {
      get: (held, method: string) => async (args: unknown) => {
        onCall(`${model}.${method}`, args)
        return held[method]?.(args)
      },
    })
  return new Proxy(prisma, { get: (_, model: string) => methods(model) })
}
