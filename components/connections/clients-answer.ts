import * as v from 'valibot'

/** Programs that called over MCP, the last one first. */
export const clientsAnswer = v.object({
  clients: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      version: v.string(),
      /** of the key that it called with; null: without one */
      keyName: v.nullable(v.string()),
      /** calls of tools */
      calls: v.number(),
      /** milliseconds since 1970 */
      lastCalledAt: v.number(),
    }),
  ),
  /** the server's clock */
  now: v.number(),
})

export type ClientsAnswer = v.InferOutput<typeof clientsAnswer>
export type ShownClient = ClientsAnswer['clients'][number]
