import { modelsAsked } from '@/lib/replay/checks'
import type { MemoryTest } from './model/memory-test'

/** The models that a revision of a test asks; null: it is an earlier one, of which that is not known. */
export function modelsAskedBy(
  { revision, model, checks }: Pick<MemoryTest, 'revision' | 'model' | 'checks'>,
  asked: number | undefined,
): string[] | null {
  return asked === revision ? modelsAsked(model, checks) : null
}
