import * as z from 'zod/mini'

/** The last call of the API from outside; null: none since the server started. */
export const lastCall = z.object({
  call: z.nullable(z.object({ at: z.number(), program: z.nullable(z.string()) })),
})

export type LastCall = z.infer<typeof lastCall>
