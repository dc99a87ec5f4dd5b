import * as v from 'valibot'

const maskedLine = v.pipe(v.tuple([v.number(), v.string()]), v.readonly())
const maskedLines = v.pipe(v.array(maskedLine), v.readonly())

/**
 * The lines in which something secret is masked, as `LineMasks`; null: they could not be scanned in
 * time, and may hold any.
 */
export const writeMasks = v.nullable(v.object({ before: maskedLines, after: maskedLines }))

/** Something that was found in what a write would add, as its card shows it. */
export const foundInWrite = v.object({
  category: v.picklist(['secret', 'personal_data', 'instructions', 'hidden', 'hygiene']),
  /** 1 low, 2 medium, 3 high, 4 critical */
  rank: v.number(),
  /** the rule, in the reader's language */
  title: v.string(),
  path: v.string(),
  /** null: it is in the path */
  line: v.nullable(
    v.object({
      number: v.number(),
      /** without what is secret in it, at the same length */
      text: v.string(),
      from: v.number(),
      to: v.number(),
    }),
  ),
})

export type FoundInWrite = v.InferOutput<typeof foundInWrite>
