import { humanSize } from '@/lib/text/human-size'

/** Memories of one store that a listing names. */
export const MAX_LISTED = 200

/** One store in a listing. */
export interface ListedStore {
  readonly name: string
  /** its location for the agent, as a prefix of its paths */
  readonly root: string
  /** in path order, `MAX_LISTED` at most */
  readonly memories: readonly { readonly path: string; readonly size: number }[]
  readonly hasMore: boolean
}

/** The contents of an agent's memory, as a reminder lists them before a conversation; '' for none. */
export function memoryListing(stores: readonly ListedStore[]): string {
  if (stores.every(({ memories }) => memories.length === 0)) return ''
  return stores
    .map(({ name, root, memories, hasMore }) => {
      const lines = memories.map(({ path, size }) => `${humanSize(size)}\t${root}${path}`)
      const more = hasMore ? [`[There are more; view ${root || '/'} for all.]`] : []
      const head = `${name} (${root || '/'}):`
      return [head, ...(lines.length === 0 ? ['(empty)'] : lines), ...more].join('\n')
    })
    .join('\n\n')
}
