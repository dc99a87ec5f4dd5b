import 'server-only'
import { texts } from '@/components/i18n/server-texts'
import { database } from '@/lib/db/open-database'
import type { ShownExperiment } from '@/lib/experiments/read-experiments'
import { listBranches } from '@/lib/store/branches/find-branch'
import { listNamedMoments } from '@/lib/store/time/named-moments'
import { plainName } from '@/lib/text/plain-text'

/** A column in words: which memory it has, and which model answers. */
export interface ColumnWords {
  readonly memory: string
  readonly model: string
}

/** The columns of a run in words. */
export async function columnWords({ experiment, run }: ShownExperiment): Promise<ColumnWords[]> {
  const t = await texts()
  const { storeId } = experiment
  const branches = await listBranches(database(), storeId)
  const moments = await listNamedMoments(database(), storeId)
  return run.columns.map((column, index) => {
    const { sequence: change } = column
    const model = column.model ?? t('Experiments.colOwnModel')
    if (column.storeId !== storeId) {
      const branch = branches.find(({ id }) => id === column.storeId)
      const memory = branch
        ? t('Experiments.colBranch', { name: plainName(branch.name), change })
        : t('Experiments.colGone')
      return { memory, model }
    }
    if (experiment.columns[index]?.sequence === null) {
      return { memory: t('Experiments.colStart', { change }), model }
    }
    const named = moments.find(({ sequence }) => sequence === change)
    const memory = named
      ? t('Experiments.colMoment', { name: plainName(named.name), change })
      : t('Experiments.colChange', { change })
    return { memory, model }
  })
}
