import * as z from 'zod/mini'

/** What the sidebar lists below the sections. */
export const frameLists = z.object({
  /** changesets that nobody decided yet, counted up to `MOST_OPEN` */
  openChangesets: z.number(),
  /** sessions that run now, newest first */
  running: z.array(z.object({ id: z.string(), title: z.nullable(z.string()) })),
  /** whether more run than are listed */
  isMoreRunning: z.boolean(),
  /** the newest stores */
  stores: z.array(z.object({ id: z.string(), name: z.string() })),
})

export type FrameLists = z.infer<typeof frameLists>

/** Beyond it nobody needs the number. */
export const MOST_OPEN = 100
