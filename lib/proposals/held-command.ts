import { z } from 'zod'

/**
 * A write over the API as it is kept while it waits, to be run again on what the store holds when a
 * person allows it. Its free text is listed in lib/store/model/text-columns.ts.
 */
export const heldCommand = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('memory_tool'), mountName: z.string(), input: z.unknown() }),
  z.object({ kind: z.literal('create'), path: z.string(), content: z.string() }),
  z.object({ kind: z.literal('put'), path: z.string(), content: z.string() }),
  z.object({
    kind: z.literal('update'),
    memoryId: z.string(),
    content: z.string().optional(),
    path: z.string().optional(),
    contentSha256: z.string().optional(),
    whenPathTaken: z.enum(['refuse', 'keep']).optional(),
  }),
  z.object({
    kind: z.literal('delete'),
    memoryId: z.string(),
    contentSha256: z.string().optional(),
  }),
])

export type HeldCommand = z.output<typeof heldCommand>
