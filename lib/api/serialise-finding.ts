import type { Finding } from '@/lib/review/model/finding'
import { timeOrNull, wireActor, wireTime } from './serialise'

/** A finding on the wire (review page, HTTP API). */
export function wireFinding(finding: Finding) {
  const { range } = finding
  return {
    id: finding.id,
    type: 'finding' as const,
    memory_store_id: finding.storeId,
    memory_id: finding.memoryId,
    path: finding.isDeleted ? null : finding.path,
    memory_version_id: finding.versionId,
    rule: finding.rule,
    category: finding.category,
    severity: finding.severity,
    lines: {
      from: range.fromLine,
      from_column: range.fromColumn + 1,
      to: range.toLine,
      to_column: range.toColumn + 1,
    },
    other_line: finding.otherLine,
    other_memory_id: finding.other?.memoryId ?? null,
    status: finding.status,
    standing: finding.isStanding,
    reason: finding.reason,
    decided_by: finding.decidedBy && wireActor(finding.decidedBy),
    decided_at: timeOrNull(finding.decidedAt),
    excepted_until: timeOrNull(finding.exceptedUntil),
    found_at: wireTime(finding.foundAt),
  }
}
