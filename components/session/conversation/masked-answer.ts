import * as v from 'valibot'

/** A call's answer as its card shows it. */
export const maskedAnswer = v.object({
  /** without what is secret in it; null: it could not be scanned in time, and may hold any */
  text: v.nullable(v.string()),
})

export type MaskedAnswer = v.InferOutput<typeof maskedAnswer>
