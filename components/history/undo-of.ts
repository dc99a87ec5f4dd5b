import { undoWritten } from './actions'

/** What takes a batch back; null: nothing was written, so that there is none. */
export const undoOf = (storeId: string, batchId: string | null) =>
  batchId === null ? null : () => undoWritten({ storeId, batchId })
