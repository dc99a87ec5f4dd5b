import { db, type Reader } from '@/lib/db'
import {
  type FileAddress,
  type FileText,
  filesIn,
  type PlannedOn,
  storedFiles,
} from '@/lib/memory-tool/files'
import { filesAfter } from '@/lib/memory-tool/calls'
import { soundText } from '@/lib/store/model/sound'
import type { Step } from '@/lib/store/plan/plan'
import { sha256Hex } from '@/lib/text/content'
import { mergeTexts } from '@/lib/text/merge'
import type { HeldWrite } from './held-writes'

/** What a held write would do by now, where others may have written since. */
export interface Landing {
  /** on what stands there; as they were held where they are not possible */
  steps: Step[]
  /** whether they can be done without taking anything of others along */
  isPossible: boolean
  /** SHA-256 over paths and contents of what would land */
  sha256: string
  /** of each step: the text that stands there, null: none */
  before: (string | null)[]
}

type Client = Pick<Reader, 'version' | 'memory'>

/**
 * Steps as they would land: one whose memory moved on since is merged onto it by whole lines. `ahead`:
 * steps in the same store that would be done before.
 */
export async function landingOf(
  { storeId, steps }: Pick<HeldWrite, 'storeId' | 'steps'>,
  ahead: readonly Step[] = [],
  tx?: Client,
): Promise<Landing> {
  const stored: PlannedOn = tx ? filesIn({ tx } as Parameters<typeof filesIn>[0]) : storedFiles()
  let files = filesAfter(stored, storeId, ahead)
  const landed: Step[] = []
  const before: (string | null)[] = []
  let isPossible = true
  for (const step of steps) {
    const at = { storeId, path: step.op === 'rename' ? step.from : step.path }
    const head = await files.read(at)
    before.push(head?.content ?? null)
    const done: Step | null = isPossible ? await landedStep(tx ?? db, files, at, step, head) : null
    isPossible &&= done !== null
    landed.push(done ?? step)
    files = filesAfter(files, storeId, [done ?? step])
  }
  // Who writes the text themselves has seen what stands there.
  const sha256 = hashOf(landed, isPossible ? [] : before)
  return { steps: landed, isPossible, sha256, before }
}

async function landedStep(
  client: Client,
  files: PlannedOn,
  at: FileAddress,
  step: Step,
  head: FileText | null,
): Promise<Step | null> {
  if (step.op === 'revive') return head ? null : step
  const isTaken = async () => (await files.exists({ ...at, path: step.path })) !== null
  if (step.op === 'rename') {
    if (!head || (await isTaken())) return null
    // The agent moved it, whatever it holds by now; what it also wrote is merged.
    if (step.content === undefined) return { ...step, expected: head.sha256 }
  }
  if ((head?.sha256 ?? null) === step.expected) {
    const isBlocked = head === null && step.op === 'write' && (await isTaken())
    return isBlocked ? null : step
  }
  if (step.op === 'delete' || !head || step.expected === null) return null
  const base = await textWithHash(client, head.memoryId, step.expected)
  if (base === null) return null
  const merged = mergeTexts({ base, ours: head.content, theirs: step.content ?? base })
  return merged.clean ? { ...step, content: merged.text, expected: head.sha256 } : null
}

/** An earlier text of a memory by its hash; null: there was none, or it was redacted. */
async function textWithHash({ version }: Client, memoryId: string, sha256: string) {
  if (memoryId === '') return null
  const found = await version.findFirst({
    where: { memoryId, sha256 },
    orderBy: { sequence: 'desc' },
    omit: { content: false },
  })
  return found && soundText(found, found.id)
}

/** The hash by which a person says what they saw. */
function hashOf(steps: readonly Step[], before: readonly (string | null)[]): string {
  const told = steps.map((step) => {
    const content = step.op === 'delete' ? null : (step.content ?? null)
    const from = step.op === 'rename' ? step.from : null
    return [step.op, from, step.path, content === null ? null : sha256Hex(content)]
  })
  const stands = before.map((text) => text && sha256Hex(text))
  return sha256Hex(JSON.stringify([...told, ...stands]))
}
