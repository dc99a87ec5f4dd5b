import * as v from 'valibot'

/** A memory; `excerpt`: of its content, where that and not its path was meant. */
const memory = v.object({
  kind: v.literal('memory'),
  id: v.string(),
  path: v.string(),
  storeId: v.string(),
  storeName: v.string(),
  excerpt: v.nullable(v.array(v.object({ text: v.string(), isMatch: v.boolean() }))),
})

const session = v.object({
  kind: v.literal('session'),
  id: v.string(),
  title: v.nullable(v.string()),
  /** by which its agent is marked everywhere */
  agentId: v.string(),
  /** of its agent; null: the practice agent */
  model: v.nullable(v.string()),
})

const store = v.object({
  kind: v.literal('store'),
  id: v.string(),
  name: v.string(),
  memoryCount: v.number(),
})

/** The destinations of the command palette, in the order in which they are shown. */
export const placesAnswer = v.object({
  places: v.array(v.variant('kind', [memory, session, store])),
  /** whether this is everything; else there are more matches */
  isWhole: v.boolean(),
  /** of the visits that were asked about, those of what is there no more */
  gone: v.array(v.string()),
})

export type Places = v.InferOutput<typeof placesAnswer>

export type Place = Places['places'][number]
