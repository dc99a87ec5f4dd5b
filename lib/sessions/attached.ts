import type { ToolSet } from './settings'

/** A store that is attached to a session, as it was called when it was attached. */
export interface AttachedStore {
  storeId: string
  name: string
  description: string
  /** the person's, for this session */
  instructions: string
  /** its directory below `/memories` where several are attached */
  mountName: string
  isReadOnly: boolean
}

/** A store's path in the memory tool. */
export const mountPath = ({ mountName }: Pick<AttachedStore, 'mountName'>, isAlone: boolean) =>
  isAlone ? '/memories' : `/memories/${mountName}`

/** What stands before a store's paths where a session's agent reads or writes them. */
export function shownRoot(
  stores: readonly AttachedStore[],
  toolSet: ToolSet,
  store: AttachedStore,
): string {
  const isAlone = stores.length === 1
  if (toolSet !== 'documents') return mountPath(store, isAlone)
  return isAlone ? '' : `${store.mountName}:`
}
