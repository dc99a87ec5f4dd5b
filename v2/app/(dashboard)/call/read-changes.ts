import { linesOfDiff } from '@/components/lines/diff-lines'
import { MOST_SHOWN } from '@/components/session/called'
import type { CallChanges, ChangedMemory } from '@/components/session/changes'
import type { HeldWrite } from '@/lib/held/held-writes'
import type { Landing } from '@/lib/held/landing'
import { isRefusal } from '@/lib/refusal'
import { previewHeld } from '@/lib/sessions/send'
import type { VersionText } from '@/lib/store/model/model'
import type { Step } from '@/lib/store/plan/plan'
import { getStore } from '@/lib/store/stores'
import { getVersion, listVersions } from '@/lib/store/versions'

/** Unchanged lines around each change. */
const AROUND = 2

/** What a write that waits, or was not allowed, would change by now. Refuses `held_not_found`. */
export async function heldChanges(heldId: string): Promise<CallChanges> {
  const { held, landing } = await previewHeld(heldId)
  const memories = planned(held, landing)
  if (held.state !== 'waiting') return { memories, write: null }
  const { limits } = await getStore(held.storeId)
  const { sha256, isPossible } = landing
  const shown = { sha256, isPossible, text: editable(landing), limit: limits.memoryBytes }
  return { memories, write: { ...shown, lapsesAt: held.lapsesAt?.toISOString() ?? null } }
}

/** The text that would land, where it is one and a person may write another in its place. */
function editable({
  steps: [step, ...more],
  before: [before],
  isPossible,
}: Landing): string | null {
  if (!step || more.length > 0 || step.op === 'delete') return null
  if (step.op !== 'rename') return step.content
  return isPossible ? (step.content ?? before ?? '') : null
}

function planned({ storeId }: Pick<HeldWrite, 'storeId'>, { steps, before }: Landing) {
  return steps.slice(0, MOST_SHOWN).map((step, at): ChangedMemory => {
    const was = before[at] ?? null
    const path = step.op === 'delete' ? null : step.path
    const text = textAfter(step, was)
    const earlier = step.op === 'rename' ? step.from : was === null ? null : step.path
    return {
      ...linesOfDiff({ before: was ?? '', after: text, path: step.path, around: AROUND }),
      ...{ storeId, before: earlier, path, version: null, gone: null },
    }
  })
}

function textAfter(step: Step, before: string | null): string {
  if (step.op === 'delete') return ''
  return step.content ?? before ?? ''
}

/** What these versions changed, each against the one before it. */
export async function writtenChanges(
  written: readonly { storeId: string; versionId: string }[],
): Promise<CallChanges> {
  const memories = await Promise.all(written.slice(0, MOST_SHOWN).map(changeOf))
  return { memories, write: null }
}

async function changeOf(address: { storeId: string; versionId: string }): Promise<ChangedMemory> {
  const version = await readVersion(address)
  const before = await versionBefore(version)
  const { id, memoryId, ordinal, storeId, path } = version
  const isRedacted = version.redactedAt !== null || (before?.redactedAt ?? null) !== null
  const isDamaged = [version, before].some((each) => each?.isDamaged)
  const texts = { before: before?.content ?? '', after: version.content ?? '' }
  const isGone = isRedacted || isDamaged
  return {
    ...linesOfDiff({ ...(isGone ? NOTHING : texts), path: path ?? null, around: AROUND }),
    ...{ storeId, before: before?.path ?? null, version: { id, memoryId, ordinal } },
    path: version.operation === 'deleted' ? null : path,
    gone: isRedacted ? 'redacted' : isDamaged ? 'damaged' : null,
  }
}

const NOTHING = { before: '', after: '' }

type ReadVersion = VersionText & { isDamaged: boolean }

async function readVersion(address: { storeId: string; versionId: string }): Promise<ReadVersion> {
  try {
    return { ...(await getVersion(address)), isDamaged: false }
  } catch (error) {
    if (!isRefusal(error) || error.code !== 'version_damaged') throw error
    return { ...(await getVersion(address, 'basic')), isDamaged: true }
  }
}

/** The version of a memory that stood before another; null: there was none, or it had been deleted. */
export async function versionBefore({
  storeId,
  memoryId,
  sequence,
}: Pick<VersionText, 'storeId' | 'memoryId' | 'sequence'>): Promise<ReadVersion | null> {
  const asked = { storeId, memoryId, limit: 1, after: String(sequence) }
  const [before] = (await listVersions(asked)).items
  if (!before || before.operation === 'deleted') return null
  return readVersion({ storeId, versionId: before.id })
}
