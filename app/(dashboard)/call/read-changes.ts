import { linesOfDiff, maskedDiff, type TextsToCompare } from '@/components/lines/diff-lines'
import type { CallChanges, ChangedMemory, ShownWrite } from '@/components/session/call-difference'
import { MOST_SHOWN } from '@/components/session/called'
import type { Exchange } from '@/components/session/exchange'
import { type HeldWrite, notWaiting } from '@/lib/held/held-writes'
import type { Landing } from '@/lib/held/landing'
import { onAdded } from '@/lib/review/judge'
import type { Flags } from '@/lib/scan/flag'
import { flagsOf } from '@/lib/scan/flags-of'
import { previewLines } from '@/lib/scan/masked'
import { entriesOf } from '@/lib/sessions/entries'
import { eventsOfCall } from '@/lib/sessions/log'
import { previewHeld } from '@/lib/sessions/send'
import { type ShownText, shownText } from '@/lib/sessions/shown-text'
import { invalidInput } from '@/lib/store/model/problems'
import { getStore } from '@/lib/store/stores'
import { readVersion, versionBefore } from '../stores/[id]/read-version'

/** Unchanged lines around each change. */
const AROUND = 2

/** How changes are looked at. */
interface Look {
  /** the place of a memory whose secrets are shown in clear */
  clear?: number
}

/** What a write that waits, or was not allowed, would change by now. Refuses `held_not_found`. */
export async function heldChanges(heldId: string, { clear }: Look = {}): Promise<CallChanges> {
  const { held, landing } = await previewHeld(heldId)
  const texts = textsOf(landing)
  const shown = texts.slice(0, MOST_SHOWN)
  const memories = await Promise.all(
    shown.map((each, at) => plannedChange(held, each, { isClear: at === clear })),
  )
  if (held.state !== 'waiting') return { memories, write: null }
  return { memories, write: await shownWrite(held, landing, texts) }
}

/** The text of a waiting write, for a person to edit. Refuses `held_not_found`, `not_waiting`. */
export async function heldText(heldId: string): Promise<{ text: string }> {
  const { landing } = await previewHeld(heldId)
  const text = editable(landing)
  if (text === null) throw notWaiting(heldId)
  return { text }
}

async function shownWrite(
  { storeId, lapsesAt, reason }: HeldWrite,
  landing: Landing,
  texts: readonly PlannedText[],
): Promise<ShownWrite> {
  const { limits } = await getStore(storeId)
  const scanned = await Promise.all(texts.map(flagsOnAdded))
  const isUnscanned = reason.isUnscanned || scanned.some(({ isWhole }) => !isWhole)
  return {
    sha256: landing.sha256,
    isPossible: landing.isPossible,
    limit: limits.memoryBytes,
    canEdit: editable(landing) !== null,
    reason: { ...reason, isUnscanned },
    flags: scanned.flatMap(({ found }) => found),
    lapsesAt: lapsesAt?.toISOString() ?? null,
  }
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

/** What stands at a step's place, and what would; null: nothing. */
interface PlannedText {
  before: { path: string; content: string } | null
  after: { path: string; content: string } | null
}

const textsOf = ({ steps, before }: Landing): PlannedText[] =>
  steps.map((step, at) => {
    const was = before[at] ?? null
    const from = step.op === 'rename' ? step.from : step.path
    const content = step.op === 'delete' ? null : (step.content ?? was ?? '')
    return {
      before: was === null ? null : { path: from, content: was },
      after: content === null ? null : { path: step.path, content },
    }
  })

async function plannedChange(
  { storeId }: Pick<HeldWrite, 'storeId'>,
  { before, after }: PlannedText,
  { isClear }: { isClear: boolean },
): Promise<ChangedMemory> {
  const texts = { before: before?.content ?? '', after: after?.content ?? '' }
  return {
    ...(await shownDiff({ ...texts, path: after?.path ?? null, around: AROUND }, { isClear })),
    storeId,
    before: before?.path ?? null,
    path: after?.path ?? null,
    version: null,
    gone: null,
  }
}

/** The difference of two texts, what is secret in either masked unless it is to be in clear. */
export async function shownDiff(
  texts: TextsToCompare,
  { isClear = false }: { isClear?: boolean } = {},
) {
  const masked = [texts.before, texts.after].map(async (content) =>
    isClear ? [] : previewLines(content, await flagsOf({ path: texts.path ?? '', content })),
  )
  return maskedDiff(linesOfDiff(texts), await Promise.all(masked))
}

/** What is found in a text that was not found in the one before it. */
export async function flagsOnAdded({ before, after }: PlannedText): Promise<Flags> {
  if (!after) return { found: [], isWhole: true }
  const { found, isWhole } = await flagsOf(after)
  return { found: onAdded(before, after, found), isWhole }
}

/** What these versions changed, each against the one before it. */
export async function writtenChanges(
  written: readonly { storeId: string; versionId: string }[],
  { clear }: Look = {},
): Promise<CallChanges> {
  const some = written.slice(0, MOST_SHOWN)
  const memories = await Promise.all(
    some.map((each, at) => changeOf(each, { isClear: at === clear })),
  )
  return { memories, write: null }
}

async function changeOf(
  address: { storeId: string; versionId: string },
  { isClear }: { isClear: boolean },
): Promise<ChangedMemory> {
  const version = await readVersion(address)
  const before = await versionBefore(version)
  const { id, memoryId, ordinal, storeId, path } = version
  const isRedacted = version.redactedAt !== null || (before?.redactedAt ?? null) !== null
  const isDamaged = [version, before].some((each) => each?.isDamaged)
  const texts = { before: before?.content ?? '', after: version.content ?? '' }
  const shown = { ...(isRedacted || isDamaged ? NOTHING : texts), path, around: AROUND }
  return {
    ...(await shownDiff(shown, { isClear })),
    storeId,
    before: before?.path ?? null,
    version: { id, memoryId, ordinal },
    path: version.operation === 'deleted' ? null : path,
    gone: isRedacted ? 'redacted' : isDamaged ? 'damaged' : null,
  }
}

const NOTHING = { before: '', after: '' }

/** What the agent sent with a call and what it was answered; secrets are masked unless `isInClear`. */
export async function readExchange(
  sessionId: string,
  callId: string,
  isInClear: boolean,
): Promise<Exchange> {
  const call = entriesOf(await eventsOfCall(sessionId, callId)).find(({ id }) => id === callId)
  if (call?.kind !== 'call') throw invalidInput('call', 'must be a call of this session')
  const { input, malformed, answer } = call
  const masked: ShownText['masked'][] = []
  const shown = async (text: string) => {
    const seen = isInClear ? { text, masked: null } : await shownText(text)
    masked.push(seen.masked)
    return seen.text
  }
  const sent = malformed === null ? await sentOf(input, shown) : await shown(malformed)
  const answered = answer && (await shown(answer))
  return { sent, answered, masked: masked.find((each) => each !== null) ?? null }
}

/** An input as JSON, its texts shown one by one: in JSON they are in one line, and hide from detectors. */
async function sentOf(
  input: Record<string, unknown>,
  shown: (text: string) => Promise<string>,
): Promise<string> {
  const textOf = (value: unknown) =>
    typeof value === 'object' && value !== null ? shown(JSON.stringify(value)) : value
  const entries = Object.entries(input).map(async ([name, value]) => [
    name,
    await (typeof value === 'string' ? shown(value) : textOf(value)),
  ])
  return JSON.stringify(Object.fromEntries(await Promise.all(entries)), null, 2)
}
