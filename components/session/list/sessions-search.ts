import * as z from 'zod/mini'

export const SESSION_STATES = ['waiting', 'running', 'failed'] as const

const text = z.catch(
  z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))),
  undefined,
)

const search = z.object({
  /** text in the title */
  q: text,
  store: text,
  /** id of the model */
  agent: text,
  state: z.catch(z.optional(z.enum(SESSION_STATES)), undefined),
  /** only those of this server, or only those that are observed elsewhere */
  of: z.catch(z.optional(z.enum(['own', 'observed'])), undefined),
  /** what their contexts took, in place of what they changed */
  show: z.catch(z.optional(z.literal('context')), undefined),
  /** archived ones too */
  archived: z.catch(z.optional(z.literal('1')), undefined),
  after: z.catch(z.optional(z.string().check(z.regex(/^\d{1,15}$/))), undefined),
})

/** The filters of the list of sessions. */
export type SessionFilters = Omit<z.infer<typeof search>, 'after'>

/** Reads an address; parameters that are not understood are left out. */
export function sessionsSearch(params: unknown): { asked: SessionFilters; after?: number } {
  const { after, ...asked } = search.parse(params)
  return after === undefined ? { asked } : { asked, after: Number(after) }
}

/** Address of the list, narrowed, from its first page or after a session. */
export function sessionsAddress(asked: SessionFilters, after?: number): string {
  const address = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...asked, after })) {
    if (value !== undefined) address.set(name, String(value))
  }
  return address.size === 0 ? '/sessions' : `/sessions?${address}`
}
