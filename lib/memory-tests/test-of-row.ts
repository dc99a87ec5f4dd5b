import type { ToolSet } from '@/lib/agent/session-settings'
import type { Check } from '@/lib/replay/model/check'
import type { MemoryTest } from './model/memory-test'
import type { VerdictRule } from './model/verdict'
import type { TestRow } from './sql/memory-tests'

export function testOfRow(row: TestRow): MemoryTest {
  return {
    id: row.id,
    storeId: row.storeId,
    name: row.name,
    messages: JSON.parse(row.messages) as string[],
    checks: storedChecks(row.checks),
    model: row.model,
    access: row.access,
    instructions: row.instructions,
    toolSet: row.toolSet as ToolSet,
    verdict: JSON.parse(row.verdict) as VerdictRule,
    when: {
      paths: row.paths === null ? null : (JSON.parse(row.paths) as string[]),
      nightlyMinute: row.nightlyMinute,
      isGate: row.isGate === 1,
      bisectsItself: row.bisectsItself === null ? null : row.bisectsItself === 1,
    },
    revision: row.revision,
    provesNothing: row.emptyRevision === row.revision ? row.passesEmpty === 1 : null,
    createdBy: { type: row.actorType, id: row.actorId },
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}

/** As an object, for a redaction names its free-text fields (lib/store/model/text-columns.ts). */
export function checksToStore(checks: readonly Check[]): string {
  return JSON.stringify({ checks })
}

/** As stored: a redaction may have taken out what one looks for. */
function storedChecks(json: string): Check[] {
  return (JSON.parse(json) as { checks: Check[] }).checks
}
