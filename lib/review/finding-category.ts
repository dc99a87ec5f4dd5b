import type { ScanFinding } from '@/lib/scan/finding'
import { POLICY_CATEGORIES, type PolicyCategory } from './model/policy'

/** The category by which rules ask for a finding; null: none asks for it. */
export function categoryOf({ category }: Pick<ScanFinding, 'category'>): PolicyCategory | null {
  return POLICY_CATEGORIES.find((each) => each === category) ?? null
}
