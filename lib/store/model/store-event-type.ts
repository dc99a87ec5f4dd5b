/** The type of a numbered change of a store. */
export type StoreEventType =
  | 'memory.created'
  | 'memory.modified'
  | 'memory.deleted'
  | 'memory_version.redacted'
  /** a redaction rewrote versions of a memory; the event names the newest of them */
  | 'memory_versions.rewritten'
  /** agents are served the version before the event's, until the memory is released */
  | 'memory.quarantined'
  | 'memory.released'
  | 'memory_store.updated'
  | 'memory_store.archived'
