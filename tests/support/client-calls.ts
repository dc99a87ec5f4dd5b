import type { WritingClient } from '@/lib/db/models'

/** A listener to the calls of the client. */
export type ClientCall = (call: string, args: unknown) => void

type Methods = Record<string, Record<string, (args: unknown) => Promise<unknown>>>

/**
 * A transaction's client that tells first what it is asked (`job.updateMany`), for tests that have it
 * fail.
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
