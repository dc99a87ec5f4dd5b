/** Conditions on versions `v`: all of them, or those that agents are served. */
export const VISIBLE = {
  all: '1 = 1',
  served: `NOT EXISTS (SELECT 1 FROM quarantines q
    WHERE q.memory_key = v.memory_key AND q.from_sequence <= v.sequence)`,
} as const

/** The part of the versions that somebody may see. */
export type Visible = keyof typeof VISIBLE
