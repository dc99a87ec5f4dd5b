import type { Cause } from '@/lib/store/model/actor'
import type { Step } from '@/lib/store/plan/plan'
import { applySteps } from '@/lib/store/plan/steps'
import { recordRead } from '@/lib/store/reads'
import { type Change, change } from '@/lib/store/write/change'
import { filesIn, type PlannedOn, storedFiles } from './files'
import { type InStore, toolPathOf } from './paths'
import { type CommandCall, planCommand, type PlannedCall, writtenBy } from './plan'
import { failed, maskedWords, refusedAnswer, succeeded, type ToolAnswer, toolWords } from './words'

/**
 * Runs one command of the memory tool on the stores, to the letter of its contract. Never throws for
 * a model's mistakes: those are answers with `isError`.
 */
export async function runCommand(call: CommandCall, cause: Cause): Promise<ToolAnswer> {
  const at = writtenBy(call)
  try {
    return at === null ? await reading(call, cause) : await writing(call, at, cause)
  } catch (error) {
    return refusedCommand(error, call)
  }
}

/** The answer to a command that a store refused; throws again what is no refusal. */
export function refusedCommand(error: unknown, call: CommandCall): ToolAnswer {
  const at = writtenBy(call)
  const inTool = (path: string) => (at ? toolPathOf(at, path) : path)
  // What reads is refused for what is stored, and so has a path.
  const shown = at?.shown ?? (call.command as { path: string }).path
  return refusedAnswer(error, (refusal) => toolWords(refusal, shown, inTool))
}

async function reading(call: CommandCall, cause: Cause): Promise<ToolAnswer> {
  const planned = await planCommand(storedFiles(), call)
  if ('error' in planned) return failed(planned.error)
  for (const version of planned.seen) recordRead(version, cause)
  return succeeded(planned.answer)
}

function writing(call: CommandCall, at: InStore, cause: Cause): Promise<ToolAnswer> {
  const { command } = call.command as { command: string }
  const kind = command === 'rename' ? 'move' : command === 'delete' ? 'delete' : null
  const isEdit = command === 'str_replace' || command === 'insert'
  return writingAt(at, { ...cause, isEdit }, (files) => planCommand(files, call), kind)
}

/**
 * Does what is planned within the change that writes it, so that nothing moves in between. `kind`: of the
 * batch that a directory's memories are, which may be thousands.
 */
export async function writingAt(
  at: InStore,
  cause: Cause,
  plan: (files: PlannedOn) => Promise<PlannedCall | { error: string }>,
  kind: 'move' | 'delete' | null,
): Promise<ToolAnswer> {
  const job = async (c: Change) => {
    const planned = await plan(filesIn(c))
    if ('error' in planned) return c.nothing(failed(planned.error))
    return applied(c, succeeded(planned.answer), planned.steps)
  }
  const inTheWay = kind === null ? null : await storedFiles().exists(at)
  const isDirectory = inTheWay !== null && inTheWay.startsWith(`${at.path}/`)
  const options = kind && isDirectory ? { batch: { kind }, isLong: true } : {}
  return change(at.storeId, cause, job, options)
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
