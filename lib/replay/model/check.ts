import { z } from 'zod'

/** A test of an answer: it holds or it does not (why.md, "Terms"). */
export const checkSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('contains'), text: z.string().trim().min(1).max(2_000) }),
  z.strictObject({ type: z.literal('lacks'), text: z.string().trim().min(1).max(2_000) }),
  z.strictObject({ type: z.literal('calls'), name: z.string().min(1).max(256) }),
])

export type Check = z.output<typeof checkSchema>
