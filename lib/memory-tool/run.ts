import { maskedWords } from '@/lib/review/reason-words'
import type { Cause } from '@/lib/store/model/actor'
import type { Step } from '@/lib/store/plan/plan'
import { applySteps } from '@/lib/store/plan/steps'
import { recordRead } from '@/lib/store/reads'
import { type Change, change, type ChangeOptions } from '@/lib/store/write/change'
import { filesIn, storedFiles } from './files'
import { type InStore, toolPathOf } from './paths'
import { type CommandCall, planCommand, writtenBy } from './plan'
import { failed, refusedAnswer, succeeded, type ToolAnswer, toolWords } from './words'

/**
 * Runs one command of the memory tool on the stores, to the letter of its contract. Never throws for
 * a model's mistakes: those are answers with `isError`.
 */
export async function runCommand(call: CommandCall, cause: Cause): Promise<ToolAnswer> {
  const at = writtenBy(call)
  try {
    return at === null ? await reading(call, cause) : await writing(call, at, cause)
  } catch (error) {
    const inTool = (path: string) => (at ? toolPathOf(at, path) : path)
    // What reads is refused for what is stored, and so has a path.
    const shown = at?.shown ?? (call.command as { path: string }).path
    return refusedAnswer(error, (refusal) => toolWords(refusal, shown, inTool))
  }
}

async function reading(call: CommandCall, cause: Cause): Promise<ToolAnswer> {
  const planned = await planCommand(storedFiles(), call)
  if ('error' in planned) return failed(planned.error)
  for (const version of planned.seen) recordRead(version, cause)
  return succeeded(planned.answer)
}

/** Planned within the change that writes it, so that nothing moves in between. */
async function writing(call: CommandCall, at: InStore, cause: Cause): Promise<ToolAnswer> {
  const job = async (c: Change) => {
    const planned = await planCommand(filesIn(c), call)
    if ('error' in planned) return c.nothing(failed(planned.error))
    return applied(c, succeeded(planned.answer), planned.steps)
  }
  return change(at.storeId, cause, job, await optionsFor(call, at))
}

/** Applies a planned call's steps; its answer then names the versions. */
export async function applied<Answer extends ToolAnswer>(
  c: Change,
  answer: Answer,
  steps: readonly Step[],
): Promise<Answer> {
  if (steps.length === 0) return c.nothing(answer)
  const written = await applySteps(c, [...steps])
  const versionIds = written.flatMap((step) => (step.isWritten ? step.versionId : []))
  if (c.masks.length === 0) return { ...answer, versionIds }
  return { ...answer, content: `${answer.content}\n${maskedWords(c.masks)}`, versionIds }
}

/** A directory's memories are moved or deleted as one batch, and may be thousands. */
async function optionsFor({ command }: CommandCall, at: InStore): Promise<ChangeOptions> {
  const { command: name } = command as { command: string }
  if (name !== 'delete' && name !== 'rename') return {}
  const inTheWay = await storedFiles().exists(at)
  const isDirectory = inTheWay !== null && inTheWay.startsWith(`${at.path}/`)
  if (!isDirectory) return {}
  return { batch: { kind: name === 'delete' ? 'delete' : 'move' }, isLong: true }
}
