import * as v from 'valibot'

/** The last call from outside that is known; null: none since the server started, nor over MCP before. */
export const lastCall = v.object({
  call: v.nullable(v.object({ at: v.number(), program: v.nullable(v.string()) })),
})

export type LastCall = v.InferOutput<typeof lastCall>
