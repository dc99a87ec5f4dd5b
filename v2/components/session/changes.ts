import type { DiffLines } from '@/components/lines/line'
import type { HeldReason } from '@/lib/held/held-writes'
import type { ScanRule } from '@/lib/scan/rules'

/** What a call of an agent changed, or would change, as the store has it and not as the agent says. */

/** One memory of them. */
export interface ChangedMemory extends DiffLines {
  storeId: string
  /** null: it was not there */
  before: string | null
  /** null: it is not there any more */
  path: string | null
  /** null: nothing is written yet */
  version: { id: string; memoryId: string; ordinal: number } | null
  /** why there are no lines */
  gone: 'redacted' | 'damaged' | null
  /** something in its lines is masked, and can be shown in clear */
  isMasked?: boolean
}

/** A write that waits, as it would land by now. */
export interface ShownWrite {
  sha256: string
  /** whether it fits what stands there: else it can be edited or denied */
  isPossible: boolean
  /** of one memory: whether a person may write another text in its place */
  canEdit: boolean
  /** rules that found what asks once more before it is allowed */
  critical: ScanRule[]
  /** why it waits */
  reason: HeldReason
  /** bytes that a memory of the store may have */
  limit: number
  /** when it is denied by itself; null: it waits without end */
  lapsesAt: string | null
}

export interface CallChanges {
  memories: ChangedMemory[]
  /** null: the call waits no more */
  write: ShownWrite | null
}
