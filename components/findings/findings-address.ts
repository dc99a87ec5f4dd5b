import type { FindingPosition } from '@/lib/review/findings/read-findings'
import { FINDING_GROUPS, type FindingGroup } from '@/lib/review/model/finding'
import type { ScanCategory, ScanSeverity } from '@/lib/scan/rules'

export const CATEGORIES = [
  'secret',
  'instructions',
  'hidden',
  'personal_data',
  'hygiene',
] as const satisfies readonly ScanCategory[]

export const SEVERITIES = [
  'critical',
  'high',
  'medium',
  'low',
] as const satisfies readonly ScanSeverity[]

/**
 * The filters of a store's findings, and the position to continue from, as an address says them.
 */
export interface FindingsAddress {
  group: FindingGroup
  category?: ScanCategory | undefined
  severity?: ScanSeverity | undefined
  /** path prefix */
  path?: string | undefined
  after?: FindingPosition | undefined
}

/** Whether an address asks for some of a group's findings only. */
export const isNarrowed = ({ category, severity, path }: FindingsAddress) =>
  category !== undefined || severity !== undefined || path !== undefined

type Search = Record<string, string | string[] | undefined>

const MAX_PATH = 1024

/** Reads an address; what it does not say, or says wrongly, is as on the page itself. */
export function parseFindingsAddress(search: Search): FindingsAddress {
  const one = (name: string) => (typeof search[name] === 'string' ? search[name] : undefined)
  return {
    group: FINDING_GROUPS.find((group) => group === one('show')) ?? 'open',
    category: CATEGORIES.find((category) => category === one('category')),
    severity: SEVERITIES.find((severity) => severity === one('severity')),
    path: one('path')?.slice(0, MAX_PATH) || undefined,
    after: positionOf(one('after')),
  }
}

function positionOf(text: string | undefined): FindingPosition | undefined {
  const [severity = NaN, key = NaN] = (text?.split('.') ?? []).map(Number)
  return Number.isSafeInteger(severity) && Number.isSafeInteger(key) ? { severity, key } : undefined
}

/** The address with some of what it says changed; another choice begins at the first page. */
export function findingsAddress(
  storeId: string,
  place: FindingsAddress,
  change: Partial<FindingsAddress> = {},
): string {
  const { group, category, severity, path, after } = { ...place, after: undefined, ...change }
  const search = new URLSearchParams()
  if (group !== 'open') search.set('show', group)
  if (category) search.set('category', category)
  if (severity) search.set('severity', severity)
  if (path) search.set('path', path)
  if (after) search.set('after', `${after.severity}.${after.key}`)
  const query = search.toString()
  return `/stores/${storeId}/changes${query === '' ? '' : `?${query}`}#findings`
}
