import { isModelGone } from '@/lib/agent/model-gone'
import type { Check } from './model/check'
import { refuseReplay } from './problems'

/** Refuses `model_gone` if a model that would answer, or judge the answers, is known to be gone. */
export async function requireModels(
  answering: readonly string[],
  checks: readonly Check[],
): Promise<void> {
  const judging = checks.flatMap((check) => (check.type === 'judged' ? [check.model] : []))
  const asked = [...new Set([...answering, ...judging])]
  const areGone = await Promise.all(asked.map(isModelGone))
  const model = asked.find((_, index) => areGone[index])
  if (model !== undefined) refuseReplay({ kind: 'model_gone', model })
}
