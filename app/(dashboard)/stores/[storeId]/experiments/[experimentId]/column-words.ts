import 'server-only'
import { texts } from '@/components/i18n/server-texts'
import { database } from '@/lib/db/open-database'
import type { ColumnSettings } from '@/lib/experiments/model/experiment'
import type { ShownExperiment } from '@/lib/experiments/read-experiments'
import { listBranches } from '@/lib/store/branches/find-branch'
import { listNamedMoments } from '@/lib/store/time/named-moments'
import { plainName } from '@/lib/text/plain-text'

/** A column in words: which memory it has, which model answers, and what is not as each test says. */
export interface ColumnWords {
  readonly memory: string
  readonly model: string
  /** those of its settings that are a word or two */
  readonly settings: readonly string[]
  /** the start of its agent's system prompt; null: as each test says, or none */
  readonly instructions: string | null
}

/** The columns of a run in words. */
export async function columnWords(shown: ShownExperiment): Promise<ColumnWords[]> {
  const memories = await memoryWords(shown)
  const t = await texts()
  return shown.run.columns.map((column, index) => ({
    memory: memories[index] ?? '',
    model: column.model ?? t('Experiments.colOwnModel'),
    settings: settingWords(column, t),
    instructions: column.instructions || null,
  }))
}

function settingWords(
  { access, instructions, toolSet }: ColumnSettings,
  t: Awaited<ReturnType<typeof texts>>,
): string[] {
  return [
    ...(instructions === '' ? [t('Experiments.colNoInstructions')] : []),
    ...(toolSet === null ? [] : [t(`SessionSettings.name_${toolSet}`)]),
    ...(access === null ? [] : [t(`Experiments.access_${access}`)]),
  ]
}

async function memoryWords({ experiment, run }: ShownExperiment): Promise<string[]> {
  const t = await texts()
  const { storeId } = experiment
  const branches = await listBranches(database(), storeId)
  const moments = await listNamedMoments(database(), storeId)
  return run.columns.map((column, index) => {
    const { sequence: change } = column
    if (column.storeId !== storeId) {
      const branch = branches.find(({ id }) => id === column.storeId)
      return branch
        ? t('Experiments.colBranch', { name: plainName(branch.name), change })
        : t('Experiments.colGone')
    }
    if (experiment.columns[index]?.sequence === null) {
      return t('Experiments.colStart', { change })
    }
    const named = moments.find(({ sequence }) => sequence === change)
    return named
      ? t('Experiments.colMoment', { name: plainName(named.name), change })
      : t('Experiments.colChange', { change })
  })
}
