import * as v from 'valibot'

/** The lists of the sidebar below the sections. */
export const frameLists = v.object({
  /** changesets that nobody decided yet, counted up to `MAX_OPEN` */
  openChangesets: v.number(),
  /** watched folders that need a person */
  troubledFolders: v.number(),
  /** sessions that run now, newest first */
  running: v.array(v.object({ id: v.string(), title: v.nullable(v.string()) })),
  /** whether more run than are listed */
  isMoreRunning: v.boolean(),
  /** the newest stores */
  stores: v.array(v.object({ id: v.string(), name: v.string() })),
  /** number of stores, archived ones too, counted up to one more than `MAX_STORES` */
  storeCount: v.number(),
})

export type FrameLists = v.InferOutput<typeof frameLists>
