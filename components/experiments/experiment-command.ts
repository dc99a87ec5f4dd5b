import 'server-only'
import type { z } from 'zod'
import type { ActionResult } from '@/components/commands/action-result'
import { attempt } from '@/components/commands/attempt'
import { commandWith } from '@/components/commands/command'
import type { ShownOn } from '@/components/commands/shown-on'
import { texts } from '@/components/i18n/server-texts'
import { ExperimentError, type ExperimentProblem } from '@/lib/experiments/problems'
import { ReplayError } from '@/lib/replay/problems'

/** Like `command`, with the refusals of experiments. */
export function experimentCommand<Schema extends z.ZodType, Value>(
  schema: Schema,
  work: (input: z.output<Schema>) => Promise<Value>,
  shownOn: ShownOn<z.output<Schema>, Value> = () => null,
): (input: z.input<Schema>) => Promise<ActionResult<Value>> {
  return commandWith(attemptOfExperiment, schema, work, shownOn)
}

async function attemptOfExperiment<Value>(
  work: () => Promise<Value>,
): Promise<ActionResult<Value>> {
  try {
    return await attempt(work)
  } catch (error) {
    if (error instanceof ExperimentError) {
      return { isDone: false, why: await problemWords(error.problem) }
    }
    if (error instanceof ReplayError) {
      const { problem } = error
      const t = await texts()
      if (problem.kind === 'moment_before_store') {
        return { isDone: false, why: t('Experiments.refused_moment') }
      }
      if (problem.kind === 'model_gone') {
        return { isDone: false, why: t('WhyRefused.model_gone') }
      }
      if (problem.kind === 'budget_too_small') {
        return { isDone: false, why: t('Experiments.refused_budget', { least: problem.least }) }
      }
    }
    throw error
  }
}

async function problemWords(problem: ExperimentProblem): Promise<string> {
  const t = await texts()
  switch (problem.kind) {
    case 'too_many_answers':
      return t('Experiments.refused_answers', {
        answers: problem.answers,
        maximum: problem.maximum,
      })
    case 'too_many_experiments':
      return t('Experiments.refused_too_many', { maximum: problem.maximum })
    case 'no_tests_left':
      return t('Experiments.refused_no_tests')
    case 'experiment_redacted':
      return t('Experiments.refused_redacted')
    case 'column_not_of_store':
      return t('Experiments.refused_branch')
    case 'experiment_not_found':
    case 'experiment_run_not_found':
      return t('Experiments.refused_gone')
    case 'invalid_experiment':
      return t(
        problem.field === 'name'
          ? 'Experiments.invalid_name'
          : problem.field === 'testIds'
            ? 'Experiments.invalid_tests'
            : problem.field.endsWith('.instructions')
              ? 'Experiments.invalid_instructions'
              : 'Experiments.invalid',
      )
  }
}
