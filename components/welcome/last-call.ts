import * as v from 'valibot'

/** The last call of the API from outside; null: none since the server started. */
export const lastCall = v.object({
  call: v.nullable(v.object({ at: v.number(), program: v.nullable(v.string()) })),
})

export type LastCall = v.InferOutput<typeof lastCall>
